import { ebnf } from '../language/ebnf.ts';
import type { Block, Page } from './block.ts';

/** A page as a Markdown file. */
export function markdownOf({ title, blocks }: Page): string {
  return `# ${title}\n\n${blocks.map(written).join('\n\n')}\n`;
}

function written(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `## ${block.text}`;
    case 'text':
      return block.text;
    case 'list':
      return block.items.map((item) => `- ${item}`).join('\n');
    case 'table':
      return [block.head, block.head.map(() => '---'), ...block.rows].map(row).join('\n');
    case 'code':
      return `\`\`\`text\n${block.text}\n\`\`\``;
    case 'grammar':
      return `\`\`\`ebnf\n${ebnf(block.productions)}\n\`\`\``;
  }
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
