import { Command, type CommanderError } from '@commander-js/extra-typings';
import { Lazy } from '../base/lazy.ts';
import type { DefineCommand, RunCommand } from './commandDefinition.ts';
import { generalHelp } from './help.ts';
import { UsageError } from './usageError.ts';

interface CommandEntry {
  /** As it is typed: `provider set`. */
  name: string;
  description: string;
  /** Its file, which nothing but the use of the command loads. */
  load: () => Promise<{ define: DefineCommand }>;
}

/** Every command, in the order of help. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'describe',
    description: 'Describe images, or all images in a folder',
    load: () => import('./commands/describe.ts'),
  },
  {
    name: 'read',
    description: 'Read the text in images, on this machine',
    load: () => import('./commands/read.ts'),
  },
  { name: 'ask', description: 'Ask a model a question', load: () => import('./commands/ask.ts') },
  {
    name: 'models',
    description: 'List the models of a provider',
    load: () => import('./commands/models.ts'),
  },
  {
    name: 'models add',
    description: 'Download a captioning model that runs on this machine',
    load: () => import('./commands/modelsAdd.ts'),
  },
  {
    name: 'models list',
    description: 'List the captioning models on this machine, and those to download',
    load: () => import('./commands/modelsList.ts'),
  },
  {
    name: 'models remove',
    description: 'Remove a captioning model from this machine',
    load: () => import('./commands/modelsRemove.ts'),
  },
  {
    name: 'use',
    description: 'Set the default provider and model',
    load: () => import('./commands/use.ts'),
  },
  {
    name: 'provider set',
    description: "Save a provider's key after checking it, and with --url its address",
    load: () => import('./commands/providerSet.ts'),
  },
  {
    name: 'provider list',
    description: 'List the providers and where their keys come from',
    load: () => import('./commands/providerList.ts'),
  },
  {
    name: 'provider remove',
    description: "Remove a provider's saved key, and its address if you set one",
    load: () => import('./commands/providerRemove.ts'),
  },
  {
    name: 'login',
    description: 'Save the key of the service after checking it',
    load: () => import('./commands/login.ts'),
  },
  {
    name: 'logout',
    description: 'Remove the saved key of the service',
    load: () => import('./commands/logout.ts'),
  },
  {
    name: 'whoami',
    description: 'Show the account that the key of the service belongs to',
    load: () => import('./commands/whoami.ts'),
  },
  {
    name: 'mcp',
    description: 'Serve tools for images to agents, over the Model Context Protocol',
    load: () => import('./commands/mcp.ts'),
  },
  {
    name: 'serve',
    description: 'Run the service, for this machine or for a team',
    load: () => import('./commands/serve.ts'),
  },
  {
    name: 'service backup',
    description: 'Copy the data of the service into one file, also while it runs',
    load: () => import('./commands/serviceBackup.ts'),
  },
  {
    name: 'service restore',
    description: 'Put a backup in the place of the data of the service',
    load: () => import('./commands/serviceRestore.ts'),
  },
  {
    name: 'service activity',
    description: 'Print the audit trail of a workspace as JSON Lines',
    load: () => import('./commands/serviceActivity.ts'),
  },
  {
    name: 'worker',
    description: 'Run the jobs of a service on this machine, as one of its On Premise hosts',
    load: () => import('./commands/worker.ts'),
  },
  {
    name: 'completion',
    description: 'Print the script by which a shell completes command lines',
    load: () => import('./commands/completion.ts'),
  },
];

const groups: Readonly<Record<string, string>> = {
  provider: 'Manage providers and their keys',
  service: 'Back up, restore and audit the data of the service',
};

/** What a command line is made for. */
export interface ProgramOptions {
  /** Takes the text of help. */
  write: (text: string) => void;
  /** The line that `--version` prints. */
  version: string;
  run: RunCommand;
}

/**
 * The command line for commander to parse. It throws a {@link UsageError} where the words cannot be understood, and a
 * CommanderError of exit code 0 once help or the version was written.
 */
export function makeProgram(options: ProgramOptions): Command {
  return assemble(options).program;
}

/** The command line with the definitions of all of its commands, for what is made from them. */
export function wholeProgram(): Promise<Command> {
  return assemble({ write: () => undefined, version: '', run: () => () => Promise.resolve() }).whole();
}

function assemble({ write, version, run }: ProgramOptions): {
  program: Command;
  whole: () => Promise<Command>;
} {
  const program = configured(new Command('sightline'), undefined)
    .description('Describe images and ask vision models.')
    .version(version, '-v, --version', 'show the version')
    .enablePositionalOptions()
    .configureOutput({ writeOut: write, writeErr: () => undefined, outputError: () => undefined })
    .addHelpText('after', generalHelp);
  const parents = new Map<string, Command>([['', program]]);
  const loading = new Map<object, Lazy<void>>();
  const whole = async (): Promise<Command> => {
    await Promise.all([...loading.values()].map(definition => definition.get()));
    return program;
  };
  for (const { name, description, load } of commands) {
    const [word = '', group = ''] = name.split(' ').reverse();
    const parent =
      parents.get(group) ?? configured(program.command(group), group).description(groups[group] ?? '');
    parents.set(group, parent);
    const command = configured(parent.command(word), name).description(description);
    if (commands.some(other => other.name.startsWith(`${name} `)))
      parents.set(name, command.enablePositionalOptions());
    const definition = new Lazy(async () => {
      const { define } = await load();
      define(command, run, whole);
      refuseSwallowedOptions(command);
    });
    loading.set(command, definition);
  }
  for (const parent of parents.values()) {
    parent.hook('preSubcommand', (_, command) => loading.get(command)?.get());
    // Otherwise the general help would answer `sightline describ --help`.
    parent.on('beforeHelp', () => {
      if (parent.args.some(word => !word.startsWith('-')))
        parent.error('error: unknown command', { code: 'commander.unknownCommand' });
    });
  }
  return { program, whole };
}

function configured(command: Command, name: string | undefined): Command {
  return command
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .exitOverride(error => {
      throw error.exitCode === 0 ? error : new UsageError(messageOf(error, name), name);
    });
}

/** What is wrong with a command line. What may be a key is not repeated. */
function messageOf({ code, message }: CommanderError, name: string | undefined): string {
  const [, suggestion] = /\n\((Did you mean .*\?)\)$/.exec(message) ?? [];
  return [usageMessage(code, message, name), suggestion].filter(Boolean).join(' ');
}

function usageMessage(code: string, message: string, name: string | undefined): string {
  switch (code) {
    case 'commander.help':
      return name === undefined ? 'No command given.' : `The command is incomplete: ${choicesOf(name)}.`;
    case 'commander.unknownCommand':
      return name === undefined ? 'Unknown command.' : `Unknown command. Commands: ${choicesOf(name)}.`;
    case 'commander.excessArguments':
      return ['Too many arguments.', choicesOf(name ?? '') && `Commands: ${choicesOf(name ?? '')}.`]
        .filter(Boolean)
        .join(' ');
    default: {
      // Of an unknown option its value is left out: it may be a key.
      const [line = ''] = message.replace(/^error: /, '').split('\n');
      const first = code === 'commander.unknownOption' ? line.replace(/=.*/s, "'") : line;
      const sentence = `${first.charAt(0).toUpperCase()}${first.slice(1)}`.replace(/\.?$/, '.');
      return [sentence, adviceOn(first, name)].filter(Boolean).join(' ');
    }
  }
}

function adviceOn(message: string, name: string | undefined): string | undefined {
  if (!message.startsWith("unknown option '-")) return undefined;
  if (name === undefined) return 'Options go after the command.';
  return message.startsWith("unknown option '--")
    ? undefined
    : 'Put -- before an argument that begins with a hyphen.';
}

function choicesOf(group: string): string {
  return commands
    .map(({ name }) => name)
    .filter(name => name.startsWith(`${group} `))
    .join(', ');
}

/** An option whose value was forgotten would otherwise take the next option for it. */
function refuseSwallowedOptions(command: Command): void {
  const flags = new Set(command.options.flatMap(({ long, short }) => [long, short]));
  for (const option of command.options.filter(({ required }) => required))
    command.on(`option:${option.name()}`, (value: unknown) => {
      if (typeof value === 'string' && flags.has(value.replace(/=.*/s, '')))
        command.error(`error: option '${option.flags}' argument missing`, {
          code: 'commander.optionMissingArgument',
        });
    });
}
