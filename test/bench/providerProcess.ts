import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** A provider in a process of its own, so that it shares no thread with what is measured. */
export interface ProviderProcess {
  url: string;
  end(): void;
}

/** Starts a provider that says the same to every question, so many milliseconds after it has arrived. */
export async function startProviderProcess(milliseconds: number): Promise<ProviderProcess> {
  const file = path.join(import.meta.dirname, 'children', 'provider.ts');
  const child = spawn(process.execPath, [file, String(milliseconds)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { url, end: () => child.stdin.end() };
}
