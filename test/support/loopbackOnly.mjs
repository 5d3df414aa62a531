// Preloaded where programs may speak with this machine alone: whoever connects or asks for a name elsewhere ends with this code.
import dns from 'node:dns';
import net from 'node:net';

const here = host => host === undefined || /^(?:localhost|127\.[\d.]+|::1|0\.0\.0\.0|::)$/.test(host);

function refuse(host) {
  process.stderr.write(`This process may only connect to this machine, not to ${host}.\n`);
  process.exit(99);
}

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...words) {
  const [given] = Array.isArray(words[0]) ? words[0] : words;
  const host = typeof given === 'object' ? given.host : undefined;
  return here(host) ? connect.apply(this, words) : refuse(host);
};
const { lookup } = dns;
dns.lookup = (host, ...words) => (here(host) ? lookup(host, ...words) : refuse(host));
