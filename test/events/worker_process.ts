import { connect } from '../../db/database.ts';
import { startWorker } from '../../engine/worker/worker.ts';
import { notificationModel, ownRules } from './notification_service.ts';

// A process that makes events and notifications in the database that it is given, until it is killed.
const database = await connect(process.argv[2] ?? '', { maximumConnections: 3, statementTimeoutSeconds: 10 });
await startWorker(notificationModel(ownRules), database, (error) => console.error(String(error)));
console.log('at work');
