import { Argument } from '@commander-js/extra-typings';
import type { DefineCommand } from '../commandDefinition.ts';
import { exitCodes } from '../exitCodes.ts';
import { sections } from '../help.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

/** `sightline completion`. */
export const define: DefineCommand = (command, run, whole) =>
  command
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .addHelpText(
      'after',
      sections(
        'The script completes commands, options, their values, and names of files.',
        'Examples:\n  source <(sightline completion bash)      # in ~/.bashrc\n  source <(sightline completion zsh)       # in ~/.zshrc, after compinit\n  sightline completion fish | source       # in ~/.config/fish/config.fish',
      ),
    )
    .action(
      run(async ({ out }, shell) => {
        const [{ commandShapes }, script] = await Promise.all([
          import('../completion/commandShape.ts'),
          scripts[shell](),
        ]);
        out.text(script(commandShapes(await whole())));
        return exitCodes.good.code;
      }),
    );

const scripts = {
  bash: async () => (await import('../completion/bash.ts')).bashCompletion,
  zsh: async () => (await import('../completion/zsh.ts')).zshCompletion,
  fish: async () => (await import('../completion/fish.ts')).fishCompletion,
};
