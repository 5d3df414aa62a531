/** Which service a new sign-in link is for. */
export interface SignInCommandParts {
  /** The service's address for links. */
  url: string;
  /** Its data folder, where whoever reads the command may know it. */
  dataDir?: string | undefined;
}

/** The command that prints a link which signs a member in, to be run where the service's data is. */
export function signInCommand({ url, dataDir }: SignInCommandParts): string {
  const data = dataDir === undefined ? '' : ` --data ${quoted(dataDir)}`;
  return `sightline serve --sign-in USERNAME --public-url ${url}${data}`;
}

/** Characters of a path that no shell takes for its own. */
const plain = /^[\w./:\\-]*$/;

/** A path as one word of a shell: of cmd.exe and PowerShell where paths are Windows', else of a POSIX shell. */
function quoted(path: string): string {
  if (plain.test(path) && (process.platform === 'win32' || !path.includes('\\'))) return path;
  return process.platform === 'win32' ? `"${path}"` : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
