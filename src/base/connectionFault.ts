/**
 * Why no connection came about or held. `refused` and `unknownHost` are certain, `broken` may be over in a moment.
 */
export type ConnectionFault = 'certificate' | 'plainHttp' | 'refused' | 'unknownHost' | 'broken';

const byCode: Record<string, ConnectionFault> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'unknownHost',
  EAI_AGAIN: 'broken',
  ECONNRESET: 'broken',
  ECONNABORTED: 'broken',
  EPIPE: 'broken',
  ETIMEDOUT: 'broken',
  EHOSTUNREACH: 'broken',
  EHOSTDOWN: 'broken',
  ENETUNREACH: 'broken',
  ENETDOWN: 'broken',
  ERR_STREAM_PREMATURE_CLOSE: 'broken',
  HPE_INVALID_CONSTANT: 'broken',
  UND_ERR_SOCKET: 'broken',
  UND_ERR_CONNECT_TIMEOUT: 'broken',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate',
  CERT_HAS_EXPIRED: 'certificate',
  CERT_NOT_YET_VALID: 'certificate',
  CERT_REVOKED: 'certificate',
  CERT_UNTRUSTED: 'certificate',
  CERT_REJECTED: 'certificate',
  CERT_SIGNATURE_FAILURE: 'certificate',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate',
  ERR_SSL_WRONG_VERSION_NUMBER: 'plainHttp',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'plainHttp',
  ERR_SSL_HTTP_REQUEST: 'plainHttp',
};

/** Recognises a failure of the connection by the codes of Node and undici anywhere in the chain of causes. */
export function connectionFault(error: unknown): ConnectionFault | undefined {
  for (const link of causes(error)) {
    const known = 'code' in link && typeof link.code === 'string' ? byCode[link.code] : undefined;
    if (known) return known;
    if (/wrong version number|packet length too long/i.test(link.message)) return 'plainHttp';
    // What the global fetch says of a broken body has no code.
    if (link.message === 'terminated' || link.message === 'socket hang up') return 'broken';
  }
  return undefined;
}

/** The error, its cause, the cause of that, and the members of an `AggregateError` (one per address tried). */
export function* causes(error: unknown, depth = 0): Generator<Error> {
  if (!(error instanceof Error) || depth > 8) return;
  yield error;
  if (error instanceof AggregateError) for (const member of error.errors) yield* causes(member, depth + 1);
  yield* causes(error.cause, depth + 1);
}

/** Codes that say that this machine reaches nothing, or not this server: no request of any kind would come through. */
const unreachable: readonly unknown[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
];

/** Whether no connection came about at all, as opposed to one that broke. */
export function isUnreachable(error: unknown): boolean {
  if (connectionFault(error) === 'plainHttp') return true;
  return [...causes(error)].some(link => 'code' in link && unreachable.includes(link.code));
}
