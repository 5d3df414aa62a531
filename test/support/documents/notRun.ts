/** A command of the documents that no test can run, and why. */
export interface NotRun {
  command: string;
  reason: string;
  /** The test that runs what the command comes to. */
  instead?: string;
}

/**
 * Of these `test/unit/documents/commands.test.ts` checks what it can: npm's scripts exist, and commands and options of
 * `sightline`.
 */
export const notRun: readonly NotRun[] = [
  {
    command: 'npm ci && npm start',
    reason: 'downloads an editor, and shows it until it is closed',
    instead: 'test/e2e/run.ts',
  },
  { command: 'npm ci && npm test', reason: 'would run itself', instead: 'scripts/test.ts' },
  { command: 'npm start', reason: 'the same' },
  { command: 'npm start -- --desktop', reason: 'opens the VS Code that is installed' },
  {
    command: 'npm run package:npm && npm install --global out/npm/sightline.tgz',
    reason: 'builds into the clone',
    instead: 'test/unit/scripts/npmPackages/installed.test.ts',
  },
  {
    command: 'npm ci && npm run package:npm',
    reason: 'builds into the clone',
    instead: 'test/unit/scripts/npmPackages/installed.test.ts',
  },
  { command: 'npm ci && npm run package -- --out sightline.vsix', reason: 'builds into the clone' },
  {
    command: 'code --install-extension sightline.vsix',
    reason: 'needs the editor; the click tests install the package',
  },
  { command: 'code --uninstall-extension sightline.sightline', reason: 'needs the editor' },
  { command: 'npm uninstall --global sightline', reason: 'would change the npm of this machine' },
  { command: 'sudo systemctl enable --now sightline', reason: 'would change this machine' },
  { command: 'sudo journalctl --unit sightline --follow', reason: 'needs the unit' },
  {
    command: 'sudo systemctl stop sightline',
    reason: 'needs the unit; the service that the page started is ended',
  },
  {
    command:
      'npm run simulate -- --images 5000000 --rate 3000 --answer-ms 1500 --input-price 0.1 --output-price 0.4',
    reason: 'is a script of the clone',
    instead: 'test/unit/scale/simulate.test.ts',
  },
  { command: 'npm run simulate', reason: 'the same', instead: 'test/unit/scale/simulate.test.ts' },
  { command: 'npm run build', reason: 'is the build that these tests run', instead: 'scripts/test.ts' },
  { command: 'npm run fuzz', reason: 'takes minutes', instead: 'test/unit/fuzz.test.ts' },
  { command: 'npm run bench', reason: 'takes minutes of a quiet machine' },
  { command: 'claude mcp add sightline -- sightline mcp', reason: 'Claude Code is a program of others' },
  {
    command: 'claude mcp add sightline -- sightline mcp --root ./photos',
    reason: 'Claude Code is a program of others',
  },
  { command: 'codex mcp add sightline -- sightline mcp', reason: 'Codex CLI is a program of others' },
  {
    command: 'sightline models add distilvit',
    reason: 'downloads 190 MB from huggingface.co',
    instead: 'test/unit/captioning',
  },
  {
    command: 'sightline describe --provider this-machine --model distilvit photo.jpg',
    reason: 'needs that download',
    instead: 'test/unit/captioning',
  },
  {
    command: 'createdb sightline',
    reason: 'needs a server of PostgreSQL',
    instead: 'test/support/postgres/startPostgres.ts',
  },
  ...[
    'sightline worker --queue postgres://sightline@db.example.com/sightline',
    'sightline worker --queue postgres://sightline@db.example.com/sightline --folder /mnt/photos --concurrency 16',
    'sightline describe photos --queue postgres://sightline@db.example.com/sightline --provider openai --model gpt-4.1-mini --rate 480 --cap 5usd --export csv',
  ].map(command => ({ command, reason: 'the same', instead: 'test/unit/cli/queue.test.ts' })),
  {
    command: 'source <(sightline completion zsh)',
    reason: 'needs zsh',
    instead: 'test/unit/cli/completion.test.ts',
  },
  {
    command: 'sightline completion fish | source',
    reason: 'needs fish',
    instead: 'test/unit/cli/completion.test.ts',
  },
];
