import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'puppeteer-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds against WCAG 2.2, levels A and AA. */
export async function axeFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate(`if (!window.axe) { ${axe} }`);
  return (await page.evaluate(`axe.run(document, {
    resultTypes: ['violations'],
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  }).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ html, failureSummary }) => id + ': ' + html.slice(0, 200) + ' ' + failureSummary)))`)) as string[];
}

/** How many pixels the page is wider than the screen. */
export async function overhang(page: Page): Promise<number> {
  return Number(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'));
}

/**
 * Goes through the page by the key Tab. Tells each control that is not reached, and each whose focus cannot be seen. Of a
 * group such as a grid, whose parts are reached by arrows, one part is enough.
 */
export async function keyboardFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate(`document.activeElement?.blur();
    window.reached = [];
    window.unseen = [];
    window.look = () => {
      const element = document.activeElement;
      if (element === document.body || reached.includes(element)) return;
      reached.push(element);
      const { outlineStyle, boxShadow } = getComputedStyle(element);
      if (outlineStyle === 'none' && boxShadow === 'none') unseen.push(element);
    };
    document.addEventListener('focusin', look)`);
  let reached = 0;
  for (let steps = 0; steps < mostStops; steps += 1) {
    await page.keyboard.press('Tab');
    const now = Number(await page.evaluate('document.activeElement === document.body ? -1 : reached.length'));
    if (now < 0 || (now === reached && steps > reached)) break;
    reached = now;
  }
  return (await page.evaluate(`(() => {
    document.removeEventListener('focusin', look);
    const groups = '[role=grid], [role=listbox], [role=toolbar], [role=tree], [role=menu], [role=radiogroup], [role=tablist], [role=application]';
    const named = (element) => element.outerHTML.slice(0, 160);
    const controls = [...document.querySelectorAll(
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]:not([tabindex="-1"]), tr[tabindex], [contenteditable]',
    )].filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.disabled && !each.matches('main'));
    const isReached = (each) => reached.includes(each) || reached.some((other) =>
      (each.type === 'radio' && other.type === 'radio' && each.name === other.name) ||
      (each.matches('tr') && each.closest('table') === other.closest('table')) ||
      (other.closest(groups) !== null && other.closest(groups) === each.closest(groups)));
    return [
      ...controls.filter((each) => !isReached(each)).map((each) => 'not reached: ' + named(each)),
      ...unseen.map((each) => 'focus not seen: ' + named(each)),
    ];
  })()`)) as string[];
}

/** More than any page has. */
const mostStops = 400;
