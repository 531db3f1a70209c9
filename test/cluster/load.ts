import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { token } from './almanac.ts';

/** Clients that read and write all the time, half of them with a new connection for each request. */
export interface Load {
  /** How many requests were answered. */
  readonly answered: () => number;
  /** Requests without an answer, and answers that are no success. */
  readonly failed: readonly string[];
  end(): Promise<void>;
}

/** Sets clients to work on an address, until they are ended. */
export function startLoad(address: string, clients: number): Load {
  const failed: string[] = [];
  let answered = 0;
  let isOver = false;
  const work = async (number: number): Promise<void> => {
    const agent = new Agent({ keepAlive: number % 2 === 0, maxSockets: 1 });
    const name = `load ${number}`;
    for (let turn = 0; !isOver; turn += 1) {
      const isWrite = turn % 4 === 0;
      try {
        const status = await ask(agent, `${address}/api/v1/note`, isWrite ? JSON.stringify({ name }) : null);
        if (status === (isWrite ? 201 : 200)) answered += 1;
        else failed.push(`status ${status}`);
      } catch (error) {
        failed.push(String((error as Error).message));
      }
      await delay(20);
    }
    agent.destroy();
  };
  const working = Promise.all(Array.from({ length: clients }, (_, number) => work(number)));
  return {
    answered: () => answered,
    failed,
    end: async () => {
      isOver = true;
      await working;
    },
  };
}

/** Posts a body, or reads where there is none. Gives the status, once all of the answer is there. */
function ask(agent: Agent, url: string, body: string | null): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const asked = request(url, {
    agent,
    method: body === null ? 'GET' : 'POST',
    timeout: 20_000,
    headers: { authorization, 'content-type': 'application/json' },
  });
  asked.on('error', (error) =>
    reject(new Error(`${error.message}, ${asked.reusedSocket ? 'kept' : 'new'} connection`)),
  );
  asked.on('timeout', () => asked.destroy(new Error('no answer in 20 s')));
  asked.on('response', (answer) => {
    answer.on('error', reject);
    answer.on('end', () => resolve(answer.statusCode ?? 0));
    answer.resume();
  });
  asked.end(body);
  return promise;
}

const authorization = `Bearer ${token({ identity_id: 1, scope: 'manage:data' })}`;
