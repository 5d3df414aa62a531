/** In the place of node-fetch: nothing is fetched in the process that recognises. */
export default function noFetch() {
  throw new Error('Nothing is fetched here.');
}
