/** What every call takes. */
export interface CallOptions {
  /** Stops the call, which then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** What a call about one workspace takes. */
export interface WorkspaceOptions extends CallOptions {
  /** Username of the workspace; a key has one workspace, and names no other. */
  owner?: string | undefined;
}

/** Which page of a list is wanted. */
export interface PageOptions extends WorkspaceOptions {
  /** Most rows, at most 200. */
  limit?: number | undefined;
  /** `next` of an earlier page; the first page without. */
  cursor?: string | undefined;
}

/** Which library client is wanted. */
export interface PlatformOptions {
  /** A service key. Without it the key of the environment serves, then the saved login. */
  apiKey?: string | undefined;
  /** Address of the service. Without it `SIGHTLINE_SERVICE`, then the last login, then the public service. */
  baseUrl?: string | undefined;
  /** Milliseconds for a call with its answer: 15,000, for a prediction 120,000. */
  timeout?: number | undefined;
  /** How often a call is repeated after the service said 429, each time after the pause it asks for: 2. */
  maxRetries?: number | undefined;
  /** Told before each such pause, in milliseconds. */
  onPause?: ((milliseconds: number) => void) | undefined;
  /** Sends the requests in the place of Node's own HTTP client, through a proxy for one. It must not follow redirects. */
  fetch?: typeof globalThis.fetch | undefined;
}
