// The status page: reads Prometheus' text format from the admin listener and shows it by route.
'use strict';

const $ = (id) => document.getElementById(id);
const PERIOD = 2000;
/** Readings that rates are taken over, and that lines show. */
const WINDOW = 5;
const KEPT = 90;
const SVG = 'http://www.w3.org/2000/svg';

function element(name, properties, ...children) {
  const made = document.createElement(name);
  Object.assign(made, properties);
  made.append(...children);
  return made;
}

/** The samples of a text in Prometheus' format, by name: `[{labels, value}]`. */
function parse(text) {
  const samples = new Map();
  for (const line of text.split('\n')) {
    const found = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line);
    if (!found) continue;
    const labels = {};
    for (const [, name, value] of (found[2] ?? '').matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)) {
      labels[name] = value.replace(/\\(.)/g, (_, sign) => (sign === 'n' ? '\n' : sign));
    }
    if (!samples.has(found[1])) samples.set(found[1], []);
    samples.get(found[1]).push({ labels, value: Number(found[3]) });
  }
  return samples;
}

const short = (name) => `masquerade_${name}`;

class Reading {
  constructor(text) {
    this.at = performance.now();
    this.samples = parse(text);
  }

  of(name, wanted = {}) {
    const fits = ({ labels }) => Object.entries(wanted).every(([key, value]) => labels[key] === value);
    return (this.samples.get(short(name)) ?? []).filter(fits);
  }

  sum(name, wanted) {
    return this.of(name, wanted).reduce((sum, { value }) => sum + value, 0);
  }

  values(name, label) {
    return [...new Set(this.of(name).map(({ labels }) => labels[label]))];
  }

  /** The time within which this share of a route's requests was answered, in seconds, from its histogram. */
  quantile(route, share) {
    const buckets = this.of('http_request_duration_seconds_bucket', { route });
    const bounds = buckets.map(({ labels, value }) => [labels.le === '+Inf' ? Infinity : Number(labels.le), value]);
    bounds.sort(([a], [b]) => a - b);
    const total = bounds.at(-1)?.[1] ?? 0;
    const rank = total * share;
    let [below, seen] = [0, 0];
    for (const [bound, count] of bounds) {
      if (total && count >= rank) {
        if (bound === Infinity) return below;
        return below + ((bound - below) * (rank - seen)) / (count - seen || 1);
      }
      [below, seen] = [bound, count];
    }
    return undefined;
  }
}

const readings = [];
const rates = new Map();

const count = (value) => Math.round(value).toLocaleString('en');
const megabytes = (bytes) => `${(bytes / (1 << 20)).toFixed(1)} MiB`;

function time(seconds) {
  if (seconds === undefined) return '';
  return seconds < 0.001 ? `${Math.round(seconds * 1e6)} µs` : seconds < 1 ? `${(seconds * 1e3).toFixed(1)} ms` : `${seconds.toFixed(2)} s`;
}

function rate(name, wanted) {
  const now = readings.at(-1);
  const before = readings.at(-1 - Math.min(WINDOW, readings.length - 1));
  const seconds = (now.at - before.at) / 1000;
  return seconds > 0 ? (now.sum(name, wanted) - before.sum(name, wanted)) / seconds : 0;
}

/** A line of the last values. */
function line(values) {
  const most = Math.max(...values, 1e-9);
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('class', 'line');
  svg.setAttribute('viewBox', `0 0 ${KEPT} 20`);
  svg.setAttribute('preserveAspectRatio', 'none');
  svg.setAttribute('aria-hidden', 'true');
  const points = document.createElementNS(SVG, 'polyline');
  const from = KEPT - values.length;
  points.setAttribute('points', values.map((value, at) => `${from + at},${19 - (18 * value) / most}`).join(' '));
  svg.append(points);
  return svg;
}

const cell = (content, isBad) => element('td', {}, isBad ? element('span', { className: 'bad' }, content) : content);
const number = (content, isBad) => Object.assign(cell(content, isBad), { className: 'number' });

function statuses(now, route, first) {
  return now.of('http_requests_total', { route }).reduce((sum, { labels, value }) => sum + (labels.status.startsWith(first) ? value : 0), 0);
}

function routeRow(now, route) {
  const current = rate('http_requests_total', { route });
  const history = rates.get(route) ?? [];
  history.push(current);
  if (history.length > KEPT) history.shift();
  rates.set(route, history);
  const failed = statuses(now, route, '5');
  return element('tr', {}, cell(route), number(count(now.sum('http_requests_total', { route }))), number(current.toFixed(1)),
    cell(line(history)), number(count(statuses(now, route, '4'))), number(count(failed), failed > 0),
    number(time(now.quantile(route, 0.5))), number(time(now.quantile(route, 0.99))));
}

function coverageRow(now, route) {
  const strings = (outcome) => now.sum('proxy_strings_total', { route, outcome });
  const restores = (outcome) => now.sum('proxy_restores_total', { route, outcome });
  const apis = now.of('proxy_requests_total', { route });
  const names = apis.filter(({ value }) => value > 0).map(({ labels, value }) => `${labels.api} ${count(value)}`).join(', ');
  const requests = apis.reduce((sum, { value }) => sum + value, 0);
  const passes = now.sum('proxy_unvetted_passes_total', { route });
  const failures = now.sum('upstream_failures_total', { route });
  const isUnknown = apis.some(({ labels, value }) => labels.api === 'unknown' && value > 0);
  return element('tr', {}, cell(route), cell(names || 'no request yet', isUnknown),
    number(count(strings('scanned')), requests > 0 && strings('scanned') === 0), number(count(strings('replaced'))),
    number(count(strings('skipped'))), number(count(passes), passes > 0), number(count(restores('restored'))),
    number(count(restores('withheld'))), number(count(failures), failures > 0));
}

function figure(name, value, isBad) {
  return element('div', {}, element('span', { className: 'soft' }, name), element('strong', { className: isBad ? 'bad' : '' }, value));
}

function show() {
  const now = readings.at(-1);
  const reloads = now.sum('config_reload_failures_total');
  const panics = now.sum('panics_total');
  $('now').replaceChildren(
    figure('requests a second', rate('http_requests_total').toFixed(1)),
    figure('in flight', count(now.sum('http_requests_in_flight'))),
    figure('connections', count(now.sum('connections'))),
    figure('waiting for the CPU', count(now.sum('cpu_pool_queue'))),
    figure('bodies in memory', megabytes(now.sum('inflight_body_bytes'))),
    figure('sessions', count(now.sum('sessions'))),
    figure('their entries', count(now.sum('session_entries'))),
    figure('refusals', count(now.sum('rejections_total'))),
    figure('failed reloads', count(reloads), reloads > 0),
    figure('panics', count(panics), panics > 0));
  const served = now.values('http_requests_total', 'route');
  $('routes').replaceChildren(...served.map((route) => routeRow(now, route)));
  const proxied = now.values('proxy_strings_total', 'route');
  const none = element('tr', {}, element('td', { colSpan: 9 }, 'No route is configured.'));
  $('coverage').replaceChildren(...(proxied.length ? proxied.map((route) => coverageRow(now, route)) : [none]));
  const entities = now.of('entities_total').sort((a, b) => b.value - a.value);
  $('entities').replaceChildren(...entities.map(({ labels, value }) => element('tr', {}, cell(labels.label), cell(labels.method), number(count(value)))));
}

async function read() {
  if ($('pause').checked) return;
  try {
    const response = await fetch('/metrics', { credentials: 'omit' });
    readings.push(new Reading(await response.text()));
    if (readings.length > KEPT) readings.shift();
    show();
    $('state').textContent = '';
  } catch {
    $('state').textContent = 'The instance does not answer.';
  }
}

read();
setInterval(read, PERIOD);
