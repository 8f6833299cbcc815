/** fauxqs in a process of its own, on loopback only; ends with its parent. */
import { buildApp } from 'fauxqs';

const app = buildApp({ logger: false });
await app.listen({ port: 0, host: '127.0.0.1' });
process.send(app.server.address().port);
process.on('disconnect', () => process.exit(0));
