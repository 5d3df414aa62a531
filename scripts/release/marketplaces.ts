import path from 'node:path';
import { lastLines, ProgramFailed, run } from '../childProcess.ts';
import { projectFolder } from '../projectFolder.ts';

/** A place where packages are published. */
export interface Marketplace {
  name: string;
  /** The variable of the environment with its token. */
  tokenVariable: string;
  /** Asks whether the token may publish for a publisher. */
  verify: (publisher: string, token: string) => Promise<void>;
  /** Uploads one package; one that is published already is passed over. */
  publish: (file: string, token: string) => Promise<void>;
}

/** Both, by their own command lines. */
export const marketplaces: readonly Marketplace[] = [
  byCommandLine('Visual Studio Marketplace', 'VSCE_PAT', '@vscode/vsce/vsce'),
  byCommandLine('Open VSX', 'OVSX_PAT', 'ovsx/bin/ovsx'),
];

/** How a program of a marketplace is run; tests put their own in its place. */
export type ProgramRun = (args: readonly string[], env: NodeJS.ProcessEnv) => Promise<string>;

/** The token reaches the program by its environment alone, and no line that is shown. */
export function byCommandLine(
  name: string,
  tokenVariable: string,
  script: string,
  program: ProgramRun = (args, env) => run(process.execPath, args, { env }),
): Marketplace {
  const call = async (args: readonly string[], token: string): Promise<void> => {
    const file = path.join(projectFolder, 'node_modules', script);
    try {
      await program([file, ...args], { ...process.env, [tokenVariable]: token });
    } catch (error) {
      const said = error instanceof ProgramFailed ? lastLines(error.output, 10) : String(error);
      // Without a cause: it would hold what the program wrote.
      throw new Error(`${name}: ${said.replaceAll(token, '•••')}`); // eslint-disable-line preserve-caught-error
    }
  };
  return {
    name,
    tokenVariable,
    verify: (publisher, token) => call(['verify-pat', publisher], token),
    publish: (file, token) => call(['publish', '--skip-duplicate', '--packagePath', file], token),
  };
}
