/** Turns a graph in the DOT language into an SVG element with the colours of the style sheet. */
export type Draw = (graph: Graph) => string;

export interface Graph {
  /** The description for readers who do not see the picture. */
  readonly label: string;
  readonly dot: string;
}

/** Loads Graphviz, which takes a moment. */
export async function openGraphviz(): Promise<Draw> {
  const { instance } = await import('@viz-js/viz');
  const graphviz = await instance();
  return ({ label, dot }) => pageSvg(graphviz.renderString(dot, { format: 'svg', engine: 'dot' }), label);
}

/** The fills in the style sheet: for a heading and for a box. */
export const [headingFill, boxFill] = ['#eeeeee', '#fefefe'];

/** The attributes of all graphs: letters as wide as on the page, no background. */
export const graphAttributes =
  'bgcolor="transparent"; fontname="Courier"; node [fontname="Courier", fontsize=12]; edge [fontname="Courier", fontsize=11, arrowsize=0.8];';

/** The SVG as part of a page: no prolog, no names that only Graphviz knows, no style of its own. */
function pageSvg(svg: string, label: string): string {
  return svg
    .slice(svg.indexOf('<svg'))
    .replace(/<!--[\s\S]*?-->\n?/g, '')
    .replace(/<title>[^<]*<\/title>\n?/g, '')
    .replace(/ (?:font-family|id|xlink:title|xmlns:xlink)="[^"]*"/g, '')
    .replaceAll('xlink:href=', 'href=')
    .replace(
      /<svg width="(\d+)pt" height="(\d+)pt"/,
      `<svg class="graph" role="group" aria-label="${label}" width="$1" height="$2"`,
    )
    .trim();
}
