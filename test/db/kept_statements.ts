import { createHash } from 'node:crypto';

/** The prepared statements of a client, which a pooler prepares in each session that it gives to the client. */
export interface KeptStatements {
  /** What a turn of the client becomes for a session that has prepared these statements, and who gets each answer. */
  turn(messages: readonly Buffer[], prepared: Set<string>): KeptTurn;
}

interface KeptTurn {
  readonly bytes: Buffer;
  /** Whether a message of the session is for the client. */
  isForClient(kind: string): boolean;
}

/** An answer to Parse or Close that is to come. */
interface Expected {
  readonly isForClient: boolean;
  /** The statement that the session has after it, or has no longer. */
  readonly adds: string | null;
  readonly removes: string | null;
}

// Kinds of messages of PostgreSQL's protocol, 54.7.
const parse = 'P';
const bind = 'B';
const close = 'C';
const answersToThem = ['1', '3'];
const header = 5;

/** As PgBouncer does from 1.21 on: in a session, a statement has a name that comes from its text. */
export function keptStatements(): KeptStatements {
  const own = new Map<string, { readonly name: string; readonly text: Buffer }>();
  return {
    turn: (messages, prepared) => {
      const expected: Expected[] = [];
      const known = new Set(prepared);
      const sent = messages.flatMap((message): readonly Buffer[] => {
        const kind = String.fromCharCode(message[0] ?? 0);
        if (kind === parse) {
          const [name, text] = cutName(message.subarray(header));
          const session = name === '' ? '' : `POOLER_${createHash('sha256').update(text).digest('hex').slice(0, 20)}`;
          if (name !== '') own.set(name, { name: session, text });
          const isThere = name !== '' && known.has(session);
          if (isThere) expected.push({ isForClient: false, adds: null, removes: session });
          expected.push({ isForClient: true, adds: session || null, removes: null });
          known.add(session);
          return [...(isThere ? [made(close, Buffer.from(`S${session}\0`))] : []), parsed(session, text)];
        }
        if (kind === bind) {
          const [portal, behind] = cutName(message.subarray(header));
          const [name, rest] = cutName(behind);
          const statement = own.get(name);
          if (statement === undefined) return [message];
          const isThere = known.has(statement.name);
          if (!isThere) expected.push({ isForClient: false, adds: statement.name, removes: null });
          known.add(statement.name);
          const bound = made(bind, Buffer.concat([Buffer.from(`${portal}\0${statement.name}\0`), rest]));
          return isThere ? [bound] : [parsed(statement.name, statement.text), bound];
        }
        if (kind === close) {
          own.delete(cutName(message.subarray(header + 1))[0]);
          expected.push({ isForClient: true, adds: null, removes: null });
        }
        return [message];
      });
      return {
        bytes: Buffer.concat(sent),
        isForClient: (kind) => {
          if (!answersToThem.includes(kind)) return true;
          const { isForClient = true, adds = null, removes = null } = expected.shift() ?? {};
          if (adds !== null) prepared.add(adds);
          if (removes !== null) prepared.delete(removes);
          return isForClient;
        },
      };
    },
  };
}

function cutName(bytes: Buffer): readonly [name: string, rest: Buffer] {
  const end = bytes.indexOf(0);
  return [bytes.toString('latin1', 0, end), bytes.subarray(end + 1)];
}

function parsed(name: string, text: Buffer): Buffer {
  return made(parse, Buffer.concat([Buffer.from(`${name}\0`), text]));
}

/** A message of PostgreSQL's protocol. */
export function made(kind: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(length.length + body.length);
  return Buffer.concat([Buffer.from(kind), length, body]);
}
