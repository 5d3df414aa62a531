import type { EventEmitter } from 'node:events';
import type { Argument, CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { suggestionsOf } from '../suggested.ts';

/** A value that an option or an argument takes. */
export interface ValueShape {
  /** As help names it, without brackets: `file|url`. */
  name: string;
  /** Those that completion offers. */
  choices: readonly string[];
  /** Whether the name of a file, or of a folder, may stand there. */
  place: 'file' | 'folder' | undefined;
}

export interface OptionShape {
  /** `-h` and `--help`, as far as there are both. */
  names: readonly string[];
  /** With choices and default. */
  description: string;
  /** The heading that it stands under. */
  group: string | undefined;
  value: ValueShape | undefined;
}

export interface ArgumentShape extends ValueShape {
  description: string;
  required: boolean;
  variadic: boolean;
}

/** What a command takes, as its help says it. */
export interface CommandShape {
  /** As it is typed after `sightline`: `provider set`; empty for what is typed before a command. */
  path: string;
  description: string;
  commands: readonly { name: string; description: string }[];
  options: readonly OptionShape[];
  arguments: readonly ArgumentShape[];
  /** What help says after the lists. */
  closing: string;
}

/** The shapes of a program's commands, itself first, in the order of help. Their definitions must be loaded. */
export function commandShapes(program: CommandUnknownOpts, path = ''): CommandShape[] {
  const help = program.createHelp();
  const commands = help.visibleCommands(program);
  const shape: CommandShape = {
    path,
    description: program.description(),
    commands: commands.map(command => ({ name: command.name(), description: command.description() })),
    options: help.visibleOptions(program).map(option => optionShape(option, help.optionDescription(option))),
    arguments: program.registeredArguments.map(argument => ({
      ...valueShape(argument.name(), argument),
      description: help.argumentDescription(argument),
      required: argument.required,
      variadic: argument.variadic,
    })),
    closing: closingOf(program),
  };
  return [shape, ...commands.flatMap(command => commandShapes(command, `${path} ${command.name()}`.trim()))];
}

function optionShape(option: Option, description: string): OptionShape {
  const { flags, short, long, helpGroupHeading } = option;
  const bracket = flags.search(/[<[]/);
  const value = bracket === -1 ? undefined : flags.slice(bracket + 1, -1).replace(/\.{3}$/, '');
  return {
    names: [short, long].filter(name => name !== undefined),
    description,
    group: helpGroupHeading,
    value: value === undefined ? undefined : valueShape(value, option),
  };
}

function valueShape(name: string, definition: Option | Argument): ValueShape {
  const place = /\b(?:files?|paths?)\b/.test(name) ? 'file' : /\bfolder\b/.test(name) ? 'folder' : undefined;
  return { name, choices: definition.argChoices ?? suggestionsOf(definition), place };
}

function closingOf(command: CommandUnknownOpts): string {
  let text = '';
  const write = (part: string): void => void (text += part);
  // Commander's types leave out that its commands emit.
  (command as unknown as EventEmitter).emit('afterHelp', { error: false, command, write });
  return text.trim();
}
