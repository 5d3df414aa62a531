import { JSDOM } from 'jsdom';

/** A page as it arrived: no script has touched it. */
export interface Page {
  status: number;
  /** Path and query it came from, after all redirects. */
  address: string;
  headers: Headers;
  html: string;
  document: Document;
  /** The text that stands in the page, white space collapsed. */
  text: string;
}

/** A person with a browser that knows no JavaScript: keeps the cookie, sends forms, follows redirects. */
export class Person {
  readonly url: string;
  #cookie = '';

  constructor(url: string) {
    this.url = url;
  }

  /** The session, for another browser. */
  get cookie(): { name: string; value: string; url: string } {
    const [name = '', value = ''] = this.#cookie.split('=');
    return { name, value, url: this.url };
  }

  /** Opens an address of the service; a link's token goes as the page says that it can without a script. */
  async open(link: string, headers: Record<string, string> = {}): Promise<Page> {
    const address = link.replace('#token=', '?token=');
    return this.#follow(await this.#fetch(address, { headers }), address);
  }

  /** Sends the first form of `page` that goes to `path`, as it stands there but for `fields`. */
  async send(page: Page, path: string, fields: Record<string, string> = {}): Promise<Page> {
    const forms = [...page.document.querySelectorAll('form')];
    const form = forms.find(({ action, elements }) => {
      const same = new URL(action, this.url).pathname === path;
      return same && Object.entries(fields).every(([name, value]) => fits(elements.namedItem(name), value));
    });
    if (form === undefined) throw new Error(`No form for ${path} in ${page.address}`);
    const hidden = [...form.querySelectorAll<HTMLInputElement>('input[type=hidden]')];
    const known = Object.fromEntries(hidden.map(({ name, value }) => [name, value]));
    return this.post(form.getAttribute('action') ?? '', { ...known, ...fields });
  }

  /** Posts fields to an address, as a form of our own pages does. */
  async post(
    address: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Page> {
    const response = await this.#fetch(address, {
      method: 'POST',
      headers: { origin: this.url, 'sec-fetch-site': 'same-origin', ...headers },
      body: new URLSearchParams(fields),
    });
    return this.#follow(response, address);
  }

  /** Asks the API, as a program of our own pages does. */
  async api(method: string, path: string, body?: object): Promise<unknown> {
    const response = await this.#fetch(path, {
      method,
      headers: { origin: this.url, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer;
  }

  /** Uses a sign-in link: opens it and presses the button. */
  async signIn(link: string): Promise<Page> {
    return this.send(await this.open(link), '/sign-in');
  }

  async #fetch(address: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.#cookie !== '') headers.set('cookie', this.#cookie);
    const response = await fetch(new URL(address, this.url), { ...init, headers, redirect: 'manual' });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      this.#cookie = /max-age=0/i.test(cookie) ? '' : pair;
    }
    return response;
  }

  async #follow(response: Response, address: string): Promise<Page> {
    const location = response.headers.get('location');
    if (location !== null) {
      await response.arrayBuffer();
      return this.open(location);
    }
    const html = await response.text();
    const { document } = new JSDOM(html, { url: new URL(address, this.url).href }).window;
    return {
      status: response.status,
      address: address.replace(this.url, ''),
      headers: response.headers,
      html,
      document,
      text: document.body.textContent.replaceAll(/\s+/g, ' ').trim(),
    };
  }
}

/** A hidden field is what tells forms of one kind apart; others are filled in. */
function fits(element: unknown, value: string): boolean {
  const field = element as HTMLInputElement | null;
  return field === null || field.type !== 'hidden' || field.value === value;
}
