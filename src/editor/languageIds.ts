/** The editor's ids of languages that models name otherwise behind a fence. */
const ids: Readonly<Record<string, string>> = {
  bash: 'shellscript',
  'c#': 'csharp',
  'c++': 'cpp',
  console: 'shellscript',
  cs: 'csharp',
  docker: 'dockerfile',
  golang: 'go',
  htm: 'html',
  js: 'javascript',
  jsx: 'javascriptreact',
  make: 'makefile',
  md: 'markdown',
  mjs: 'javascript',
  objc: 'objective-c',
  patch: 'diff',
  ps1: 'powershell',
  pwsh: 'powershell',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'shellscript',
  shell: 'shellscript',
  text: 'plaintext',
  ts: 'typescript',
  tsx: 'typescriptreact',
  txt: 'plaintext',
  yml: 'yaml',
  zsh: 'shellscript',
};

/** The editor's id for a language as a model names it, among those that the editor knows; else plain text. */
export function languageIdOf(named: string, known: readonly string[]): string {
  const name = named.toLowerCase();
  const id = Object.hasOwn(ids, name) ? (ids[name] ?? name) : name;
  return known.includes(id) ? id : 'plaintext';
}
