import { escaped } from '../../http/document/html_page.ts';
import { codeText } from '../html/markdown_text.ts';
import { timelineCases as cases } from './timeline/cases.ts';
import { timelinePicture } from './timeline/picture.ts';
import { timelineText } from './timeline/text.ts';
import { changeWords } from './timeline/words.ts';

/** The cases of a timeline as bars of dashes. */
export function timelineCases(): string {
  return cases
    .map((each) => {
      const changes = each.changes.map((change) => `- ${changeWords(change)}`).join('\n');
      return `### ${each.title}\n\n${changes}\n\n${codeText('text', timelineText(each))}`;
    })
    .join('\n\n');
}

/** The same as pictures. */
export function timelineCasesHtml(): string {
  const figures = cases.map((each) => {
    const changes = each.changes.map(changeWords).join(', then ');
    return `<figure><figcaption><h3>${escaped(each.title)}</h3><p>${escaped(changes)}</p></figcaption>${timelinePicture(each)}</figure>`;
  });
  return `<div class="timelines">${figures.join('')}</div>`;
}
