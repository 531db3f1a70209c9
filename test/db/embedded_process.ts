import { startEmbedded } from '../../db/embedded/embedded.ts';

// A process that keeps an embedded server in the folder it is given, until it is killed.
const { socketUrl } = await startEmbedded(process.argv[2] ?? '', { durable: false });
console.log(socketUrl);
if (process.argv[3] === 'stay') setInterval(() => {}, 60_000);
