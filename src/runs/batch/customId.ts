/** Characters of the question's part: 15 bytes of its identity, which no two questions of a person share. */
const questionLength = 20;
/** Characters of the picture's part: its SHA-256, whole. */
const pictureLength = 43;

/**
 * The name of a request in a batch, of which an answer can be told without any other record: the question and the
 * picture's content. 64 characters of `[A-Za-z0-9_-]`, which is what the strictest providers take.
 * @param question its identity, 64 hexadecimal characters, as is `sha256`.
 */
export function customIdOf(question: string, sha256: string): string {
  return `${inBase64(question).slice(0, questionLength)}_${inBase64(sha256)}`;
}

/** The picture that a request was about; `undefined` where it is none of this question's. */
export function sha256InCustomId(customId: string, question: string): string | undefined {
  if (customId.length !== questionLength + 1 + pictureLength) return undefined;
  const sha256 = Buffer.from(customId.slice(questionLength + 1), 'base64url').toString('hex');
  return customIdOf(question, sha256) === customId ? sha256 : undefined;
}

function inBase64(hexadecimal: string): string {
  return Buffer.from(hexadecimal, 'hex').toString('base64url');
}
