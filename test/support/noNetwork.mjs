// Preloaded where nothing may be sent: whoever opens a connection or asks for a name ends the process with this code.
import dns from 'node:dns';
import net from 'node:net';

const refuse = () => process.exit(99);
net.Socket.prototype.connect = refuse;
dns.lookup = refuse;
dns.promises.lookup = refuse;
globalThis.fetch = refuse;
