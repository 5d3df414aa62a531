/** A picture file as a scan found it. */
export interface RunPicture {
  /** Where {@link PictureFiles} reads it: a path for the command line, a URI for the editor. */
  location: string;
  /** As the person knows it: relative to the run's folder, `/` between its parts. */
  name: string;
  /** Of the file. */
  byteLength: number;
  /** Milliseconds since the epoch: when its content may have changed last. */
  modifiedAt: number;
  /** What label files beside it said when it was asked about, where the prompt names them. */
  labels?: string;
}

/** One entry of a folder. */
export interface FolderEntry {
  name: string;
  location: string;
  kind: 'file' | 'folder' | 'other';
  /** Whether it is known to be no link: its real name is then its own in the real name of its folder. */
  isReal?: boolean;
  /** Why it cannot be read, where that is a failure and nothing to pass over: of an archive that is damaged. */
  fault?: string;
}

/** The files of a run: of this machine for the command line, of wherever the folder is for the editor. */
export interface PictureFiles {
  /** What a location is, links followed; `undefined` where it leads nowhere. */
  stat: (
    location: string,
  ) => Promise<{ kind: 'file' | 'folder' | 'other'; byteLength: number; modifiedAt: number } | undefined>;
  /** The entries of a folder, in no order; links are said to be what they lead to, `other` where that is nothing. */
  list: (folder: string) => Promise<FolderEntry[]>;
  /** A name that is the same for every link to the same file or folder. */
  realName: (location: string) => Promise<string>;
  read: (location: string, signal?: AbortSignal) => Promise<Uint8Array>;
}
