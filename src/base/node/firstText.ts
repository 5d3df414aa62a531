/** Milliseconds and bytes that the words of a refusal are worth. */
const patience = 5000;
const mostBytes = 100_000;

/** The beginning of a body that says why a request was refused, as far as it comes before long. */
export async function firstText({ body }: Response): Promise<string> {
  if (body === null) return '';
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<undefined>(resolve => {
    timer = setTimeout(resolve, patience, undefined);
  });
  try {
    for (let left = mostBytes; left > 0;) {
      const value = await Promise.race([reader.read().then(piece => piece.value), enough]);
      if (value === undefined) break;
      left -= value.byteLength;
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    // The status says enough where the words about it do not come through.
  } finally {
    clearTimeout(timer);
    reader.cancel().catch(() => undefined);
  }
  return text;
}
