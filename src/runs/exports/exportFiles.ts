/** Where exports are written: this machine for the command line, wherever the folder is for the editor. */
export interface ExportFiles {
  /** The file's bytes; `undefined` where there is none. */
  read: (location: string) => Promise<Uint8Array | undefined>;
  /** Names of the files in a folder; empty where there is no such folder. */
  names: (folder: string) => Promise<string[]>;
  /** Names of the folders in a folder, links left out; empty where there is no such folder. */
  folders: (folder: string) => Promise<string[]>;
  /** Writes a file whole: to another name beside it, synced, then renamed over it. Makes its folder where there is none. */
  write: (location: string, content: Uint8Array | AsyncIterable<string | Uint8Array>) => Promise<void>;
  /** The location of a name (its parts divided by `/`) in a folder. */
  join: (folder: string, name: string) => string;
  /** The folder and the name of a location. */
  split: (location: string) => { folder: string; name: string };
  /**
   * How a location is called from a folder, `/` between its parts, `..` for a step up, nothing encoded; `undefined` where
   * there is no way, as to another drive or another machine.
   */
  relative: (folder: string, location: string) => string | undefined;
  /** The folder that a folder really is, where links lead to; itself where links are not known or it is not there. */
  realFolder: (folder: string) => Promise<string>;
}
