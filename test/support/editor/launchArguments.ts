import { parseArgs } from 'node:util';

/** What VS Code's own arguments, as `runTests` passes them, ask for. Paths are absolute. */
export interface LaunchRequest {
  /** The folder or the `.code-workspace` file to open. */
  open: string | undefined;
  development: string[];
  tests: string;
  userData: string;
  extensions: string;
  /** Whether every folder counts as trusted. */
  trustAll: boolean;
}

/**
 * Reads VS Code's arguments; those that mean nothing to a server are passed over.
 * @throws {Error} where one is missing that a test run needs.
 */
export function parseLaunchArguments(args: readonly string[]): LaunchRequest {
  const path = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    args: [...args],
    strict: false,
    allowPositionals: true,
    options: {
      extensionDevelopmentPath: { type: 'string', multiple: true },
      extensionTestsPath: path,
      'user-data-dir': path,
      'extensions-dir': path,
      'disable-workspace-trust': { type: 'boolean' },
    },
  });
  const need = (name: 'extensionTestsPath' | 'user-data-dir' | 'extensions-dir'): string => {
    const value = values[name];
    if (typeof value !== 'string') throw new Error(`The launcher needs --${name}=….`);
    return value;
  };
  return {
    open: positionals[0],
    development: (values.extensionDevelopmentPath ?? []).map(String),
    tests: need('extensionTestsPath'),
    userData: need('user-data-dir'),
    extensions: need('extensions-dir'),
    trustAll: values['disable-workspace-trust'] === true,
  };
}
