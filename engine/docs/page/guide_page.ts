import { isAbsolute, relativeTo } from '../address.ts';
import { type MarkdownPage, markdownReader } from '../html/markdown.ts';
import { grammarHtml } from '../place/grammar.ts';
import { timelineCasesHtml } from '../place/timelines.ts';

/** The files of the package that a site is made with, by their names: pages as Markdown, pictures as SVG. */
export type GuideFiles = ReadonlyMap<string, string>;

/** A file of the folder docs as a page; `path` is its path in the site. */
export function guidePage(text: string, path: string, files: GuideFiles): MarkdownPage {
  const relative = relativeTo(path);
  return read(text, (address) => {
    if (address.startsWith('#') || isAbsolute(address)) return address;
    const [file = '', ...anchor] = address.split(/(?=#)/);
    if (!files.has(file) && file !== 'openapi.json') return null;
    return relative([file.replace(/\.md$/, '.html'), ...anchor].join(''));
  });
}

const read = markdownReader({ grammar: grammarHtml, timeline_cases: timelineCasesHtml });
