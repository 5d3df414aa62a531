import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LocalService, type ServiceEnd } from '../../../../src/editor/localService/localService.ts';
import { readRunningRecord } from '../../../../src/editor/localService/runningRecord.ts';
import { startProcess, type ServiceProgram } from '../../../../src/editor/localService/startProcess.ts';

/** The process and the service as their sources are: nothing needs to be built. */
export const serviceProgram: ServiceProgram = {
  program: path.resolve('src/editor/localService/serviceProcess.ts'),
  library: path.resolve('src/service/index.ts'),
};

/** The local service as one window sees it, with what it saw end. */
export interface ServiceWindow {
  service: LocalService;
  ends: ServiceEnd[];
  /** How often this window started a process. */
  starts: () => number;
}

/** A machine with a fresh folder for its local service. */
export class LocalPlatform implements AsyncDisposable {
  readonly folder: string;
  readonly #windows: LocalService[] = [];

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async create(): Promise<LocalPlatform> {
    return new LocalPlatform(await mkdtemp(path.join(tmpdir(), 'sightline-local-')));
  }

  openWindow(): ServiceWindow {
    let starts = 0;
    const service = new LocalService({
      folder: () => this.folder,
      startProcess: signal => {
        starts += 1;
        return startProcess(serviceProgram, this.folder, signal);
      },
    });
    const ends: ServiceEnd[] = [];
    service.onEnd(end => ends.push(end));
    this.#windows.push(service);
    return { service, ends, starts: () => starts };
  }

  /** Kills the process, as a crash would. */
  kill(): void {
    const pid = readRunningRecord(this.folder)?.pid;
    try {
      if (pid !== undefined) process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const window of this.#windows) {
      await window.stop();
      window.dispose();
    }
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
