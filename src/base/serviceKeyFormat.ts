/** How a service key is written: two letters, an underscore and 40 hexadecimal characters. */
export const serviceKeyFormat = /^[A-Za-z]{2}_[0-9A-Fa-f]{40}$/;
