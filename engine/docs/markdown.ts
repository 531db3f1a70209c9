import { ebnf } from '../language/ebnf.ts';
import type { Page, TextBlock } from './block.ts';
import { timelineText } from './timeline_text.ts';
import { changeWords } from './timeline_words.ts';

/** A page as a Markdown file. */
export function markdownOf({ title, blocks }: Page<TextBlock>): string {
  return `# ${title}\n\n${blocks.map(written).join('\n\n')}\n`;
}

function written(block: TextBlock): string {
  switch (block.kind) {
    case 'heading':
      return `${'#'.repeat(block.level)} ${block.text}`;
    case 'text':
      return withFiles(block.text);
    case 'list':
      return block.items.map((item) => `- ${withFiles(item)}`).join('\n');
    case 'table':
      return [block.head, block.head.map(() => '---'), ...block.rows].map(row).join('\n');
    case 'code':
      return `\`\`\`${block.language}\n${block.text}\n\`\`\``;
    case 'grammar':
      return `\`\`\`ebnf\n${ebnf(block.productions)}\n\`\`\``;
    case 'timelines':
      return block.cases
        .map((each) => {
          const changes = each.changes.map((change) => `- ${changeWords(change)}`).join('\n');
          return `### ${each.title}\n\n${changes}\n\n\`\`\`text\n${timelineText(each)}\n\`\`\``;
        })
        .join('\n\n');
  }
}

/** Pages are files beside each other, by the same names. */
function withFiles(text: string): string {
  return text.replace(/\]\(([a-z_]+)\.html/g, ']($1.md');
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => withFiles(cell).replaceAll('|', '\\|')).join(' | ')} |`;
}
