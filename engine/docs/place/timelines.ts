import { escaped } from '../html.ts';
import { codeText } from '../markdown_text.ts';
import { timelineCases as cases } from './timeline_cases.ts';
import { timelinePicture } from './timeline_picture.ts';
import { timelineText } from './timeline_text.ts';
import { changeWords } from './timeline_words.ts';

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
