import { Problem } from '../../../contract/problem.ts';
import { type JsonBody, readJsonBody } from '../json_body.ts';
import { isPlain, readPlainJson, readPlainValues, type ScannedText } from '../plain_json.ts';
import { turns } from './room.ts';

/**
 * The values of the texts of a body. Plain texts that follow each other are read at once, since JSON.parse takes twice as long
 * for one after the other. Other requests have their turns in between.
 * @throws Problem, which `placed` makes of what is wrong with the text at an index.
 */
export async function readValues(
  texts: readonly ScannedText[],
  placed: (problem: Problem, index: number) => Problem,
): Promise<readonly JsonBody[]> {
  const values: JsonBody[] = [];
  const rest = turns();
  while (values.length < texts.length) {
    const run = runOf(texts, values.length);
    const together = run.length === 1 ? null : readPlainValues(run);
    if (together !== null) for (const value of together) values.push(value);
    else
      for (const { text } of run) {
        values.push(readValue(text, (problem) => placed(problem, values.length)));
        await rest();
      }
    await rest();
  }
  return values;
}

/** So many characters are read at once, which takes less than a millisecond. */
const lengthAtOnce = 65_536;

/** Plain texts from a place on, or the one text there. */
function runOf(texts: readonly ScannedText[], first: number): readonly ScannedText[] {
  let length = 0;
  let behind = first;
  for (; behind < texts.length && length < lengthAtOnce; behind += 1) {
    const { text, scanned } = texts[behind] as ScannedText;
    if (!isPlain(scanned)) break;
    length += text.length;
  }
  return texts.slice(first, Math.max(behind, first + 1));
}

function readValue(text: string, placed: (problem: Problem) => Problem): JsonBody {
  try {
    return readPlainJson(text) ?? readJsonBody(text);
  } catch (thrown) {
    throw thrown instanceof Problem ? placed(thrown) : thrown;
  }
}
