import type { CodeLanguage } from './block.ts';
import { escaped } from './inline.ts';

/** Code as HTML, its parts told apart by class. What is shown is the text as it is. */
export function highlighted(text: string, language: CodeLanguage): string {
  switch (language) {
    case 'json':
      return marked(text, json);
    case 'sh':
      return marked(text, shell);
    case 'yaml':
      return marked(text, yaml);
    case 'http': {
      // A body follows an empty line, and is JSON where it has some.
      const [head = '', ...body] = text.split('\n\n');
      return [marked(head, http), ...body.map((part) => marked(part, json))].join('\n\n');
    }
    case 'text':
      return escaped(text);
  }
}

/** Each part of a language has a group by its name. */
const json =
  /(?<name>"(?:[^"\\]|\\.)*")(?=\s*:)|(?<string>"(?:[^"\\]|\\.)*")|(?<literal>\b(?:true|false|null)\b|-?\b\d[\d.eE+-]*)/g;
const shell =
  /(?<comment>^#.*$)|(?<string>'[^']*'|"[^"]*")|(?<name>^(?:curl|export|npx|npm)\b)|(?<literal>\s-{1,2}[A-Za-z]+)/gm;
const yaml = /(?<comment>#.*$)|(?<name>[\w-]+)(?=:)/gm;
const http =
  /(?<name>\b(?:GET|POST|PATCH|PUT|DELETE)\b(?= \/)|^HTTP\/1\.1)|(?<literal>(?<=^HTTP\/1\.1 )\d{3})|(?<string>^[A-Z][A-Za-z-]+(?=: ))/gm;

function marked(text: string, parts: RegExp): string {
  let html = '';
  let end = 0;
  for (const match of text.matchAll(parts)) {
    const [kind] = Object.entries(match.groups ?? {}).find(([, value]) => value !== undefined) ?? [''];
    html += `${escaped(text.slice(end, match.index))}<span class="${kind}">${escaped(match[0])}</span>`;
    end = match.index + match[0].length;
  }
  return html + escaped(text.slice(end));
}
