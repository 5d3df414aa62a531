/** What the APIs take for the name of a tool. */
const allowed = /^[A-Za-z0-9_-]{1,64}$/;

/** Names of tools as the APIs take them, and back. */
export class ToolNames {
  readonly #toApi = new Map<string, string>();
  readonly #toEditor = new Map<string, string>();

  constructor(names: readonly string[]) {
    // Those that stay as they are first, so that no other takes their place.
    for (const name of names.filter(one => allowed.test(one))) this.#add(name, name);
    for (const name of names) this.toApi(name);
  }

  /** The name for the API. */
  readonly toApi = (name: string): string => {
    const known = this.#toApi.get(name);
    if (known !== undefined) return known;
    const plain = name.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 60) || 'tool';
    let free = allowed.test(name) ? name : plain;
    for (let number = 2; this.#toEditor.has(free); number++) free = `${plain}_${number}`;
    this.#add(name, free);
    return free;
  };

  /** The editor's name; what the model made up stays as it is. */
  readonly toEditor = (name: string): string => this.#toEditor.get(name) ?? name;

  #add(name: string, api: string): void {
    this.#toApi.set(name, api);
    this.#toEditor.set(api, name);
  }
}
