import highlighter from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import ebnf from 'highlight.js/lib/languages/ebnf';
import http from 'highlight.js/lib/languages/http';
import ini from 'highlight.js/lib/languages/ini';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import nginx from 'highlight.js/lib/languages/nginx';
import shell from 'highlight.js/lib/languages/shell';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import yaml from 'highlight.js/lib/languages/yaml';
import { escaped } from '../../http/document/html_page.ts';
import { scrolled } from './html.ts';

/** Code as an HTML element with a class for each kind of token. Text in an unknown language stays as it is. */
export function codeHtml(text: string, language: string): string {
  const label = labels[language] ?? (language === '' ? 'Text' : language);
  const code = text.replace(/\n$/, '');
  return `<pre class="${escaped(language)}" ${scrolled(label)}><code>${highlighted(code, language)}</code></pre>`;
}

for (const [name, language] of Object.entries({
  bash,
  ebnf,
  http,
  ini,
  javascript,
  json,
  nginx,
  shell,
  sql,
  typescript,
  yaml,
}))
  highlighter.registerLanguage(name, language);

const labels: Readonly<Record<string, string>> = {
  text: 'Text',
  json: 'JSON',
  sh: 'Command',
  console: 'Command',
  http: 'HTTP',
  yaml: 'YAML',
  ts: 'TypeScript',
  js: 'JavaScript',
  sql: 'SQL',
  ebnf: 'Grammar',
};

function highlighted(text: string, language: string): string {
  if (highlighter.getLanguage(language) === undefined) return escaped(text);
  // The body is JSON or nothing known; the highlighter would guess among all languages.
  const end = language === 'http' ? text.indexOf('\n\n') : -1;
  if (end !== -1) {
    const body = text.slice(end + 2);
    return `${highlighted(text.slice(0, end), language)}\n\n${highlighted(body, /^[[{]/.test(body) ? 'json' : 'text')}`;
  }
  return highlighter.highlight(text, { language }).value;
}
