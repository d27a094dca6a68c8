// Asks Prometheus what a dashboard of Grafana asks it, and takes pictures of the panels in headless Chromium.
//
//     node draw.mjs PROMETHEUS SECONDS
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';

const [prometheus, seconds] = [process.argv[2], Number(process.argv[3])];
const root = join(import.meta.dirname, '../..');
const dashboard = JSON.parse(readFileSync(join(root, 'conf/grafana/dashboards/masquerade.json'), 'utf8'));
const to = Math.floor(Date.now() / 1000);
const [from, step] = [to - seconds, Math.max(5, Math.ceil(seconds / 400))];

// The variables that Grafana puts into queries. The rate is taken over four scrapes of 5 s, at least.
const VARIABLES = { $instance: '.*', $__rate_interval: `${Math.max(20, step + 5)}s`, $__range: `${seconds}s` };

async function ask({ expr, legendFormat }) {
  const query = expr.replaceAll(/\$\w+/g, (name) => VARIABLES[name] ?? name);
  const answer = await fetch(`${prometheus}/api/v1/query_range?${new URLSearchParams({ query, start: from, end: to, step })}`);
  const { status, error, data } = await answer.json();
  if (status !== 'success') throw new Error(`${expr}: ${error}`);
  return data.result.map(({ metric, values }) => {
    const name = legendFormat.replaceAll(/{{\s*(\w+)\s*}}/g, (_, label) => metric[label] ?? '');
    const known = new Map(values.map(([at, value]) => [at, Number(value)]));
    // A gap, where there is no value, as Grafana's own source has it.
    const points = [];
    for (let at = from; at <= to; at += step) points.push([at * 1000, Number.isFinite(known.get(at)) ? known.get(at) : null]);
    return { name, points };
  }).sort((one, other) => one.name.localeCompare(other.name));
}

const panels = [];
for (const panel of dashboard.panels) {
  panels.push({ ...panel, series: (await Promise.all((panel.targets ?? []).map(ask))).flat() });
}
const { outputFiles } = await build({
  entryPoints: [join(import.meta.dirname, 'page.jsx')], outdir: 'memory', write: false,
  bundle: true, minify: true, jsx: 'automatic', logLevel: 'error', loader: { '.ttf': 'empty', '.woff2': 'empty' },
  define: { 'process.env.NODE_ENV': '"production"' },
});

const [script, style] = ['.js', '.css'].map((end) => outputFiles.find(({ path }) => path.endsWith(end)).text);

/** The panels of some rows, by the rows' titles. */
function rows(titles) {
  let kept = false;
  return panels.filter(({ type, title }) => {
    if (type === 'row') kept = titles.includes(title);
    return kept;
  });
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] });
async function picture(name, titles, mode) {
  const page = await browser.newPage({ viewport: { width: 1608, height: 900 } });
  page.on('pageerror', (error) => { throw error; });
  // With an origin, which the library's storage needs.
  const body = '<!doctype html><meta charset="utf-8"><body style="margin:0"><div id="root"></div>';
  await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto('http://dashboard.invalid/');
  await page.evaluate((data) => { globalThis.dashboard = data; }, { panels: rows(titles), from: from * 1000, to: to * 1000, mode });
  await page.addStyleTag({ content: style });
  await page.addScriptTag({ content: script });
  await page.waitForSelector('canvas');
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const path = join(root, 'docs/images', `${name}.png`);
  await page.locator('#root').screenshot({ path });
  await page.close();
}
mkdirSync(join(root, 'docs/images'), { recursive: true });
await picture('dashboard-traffic', ['Traffic', 'Coverage'], 'dark');
await picture('dashboard-operation', ['Restoring and sessions', 'Upstreams', 'The process'], 'dark');
await browser.close();
