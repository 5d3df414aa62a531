/** What the process uses of `dist/service.mjs`, which it loads by its path: the service's room is not ours to import. */
export interface ServiceLibrary {
  startService: (options: {
    dataDir: string;
    port: number;
    log: (entry: { level: string; message: string }) => void;
  }) => Promise<{ url: string; makeSignInToken: () => string; close: () => Promise<void> }>;
}
