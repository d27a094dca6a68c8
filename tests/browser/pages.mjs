// Drives both pages as a user would, against the real program with a route to a server of this script's own.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PICTURES = process.argv.includes('--pictures') ? join(import.meta.dirname, '../../docs/images') : undefined;
const KEY = 'browser-test-0123456789abcdef';

/** A server on a free port, and its port. */
function listen(handler) {
  return new Promise((resolve) => {
    const server = createServer(handler);
    server.listen(0, '127.0.0.1', () => resolve({ server, port: server.address().port }));
  });
}

async function freePort() {
  const { server, port } = await listen(() => {});
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** An upstream that answers a chat with the placeholder of the prompt. */
const upstream = await listen((request, response) => {
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    const prompt = JSON.parse(Buffer.concat(parts).toString() || '{}');
    const text = prompt.messages?.at(-1)?.content ?? '';
    const message = { role: 'assistant', content: `Here is your mail to ${/\[EMAIL_ADDRESS_\d+\]/.exec(text)?.[0]}.` };
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ id: 'c1', object: 'chat.completion', choices: [{ index: 0, message, finish_reason: 'stop' }] }));
  });
});

const folder = mkdtempSync(join(tmpdir(), 'masquerade-browser-'));
const [api, admin] = [`http://127.0.0.1:${await freePort()}`, `http://127.0.0.1:${await freePort()}`];
const config = join(folder, 'masquerade.toml');
writeFileSync(config, `[server]
listen = ["${new URL(api).host}"]
admin_listen = "${new URL(admin).host}"
[[routes]]
name = "llm"
upstreams = ["http://127.0.0.1:${upstream.port}"]
`);
const program = spawn(process.env.MASQUERADE, ['serve', '--config', config], {
  env: { PATH: process.env.PATH, MASQUERADE_API_KEY: KEY },
  stdio: 'ignore',
});

async function until(holds, what) {
  for (const end = Date.now() + 60_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 50))) {
    if (await holds().catch(() => false)) return;
  }
  assert.fail(`${what} did not come about`);
}

/** Waits until `predicate` holds in a page. The library's own way evaluates strings there, which the pages' policy forbids. */
const holds = (page, predicate) => until(() => page.evaluate(predicate), String(predicate));

/** The violations that axe-core sees on a page, by rule and place. */
async function violations(page) {
  // By the debugging protocol: the page's policy lets no script in.
  await page.evaluate(AXE);
  const found = await page.evaluate(() => globalThis.axe.run());
  return found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target).join(', ')}`);
}

/** The pictures that the documentation shows. */
const SHOWN = ['playground-light', 'playground-dark', 'playground-narrow', 'playground-chat-light', 'status-dark'];

async function picture(page, name) {
  if (!PICTURES || !SHOWN.includes(name)) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}

const text = (page, selector) => page.locator(selector).innerText();

/** Opens a page. Whatever it logs as an error, a refusal by its policy included, fails the test. */
async function open(browser, url, options) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const errors = [];
  page.on('console', (message) => message.type() === 'error' && !/status of 4\d\d/.test(message.text()) && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(String(error)));
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(url);
  return { page, errors, asked, context };
}

async function playground(browser, name, options) {
  const { page, errors, asked, context } = await open(browser, api, options);
  assert.deepEqual(await violations(page), [], `${name}: before`);

  // Without a key the page says so and calls nothing.
  await page.click('#mask');
  assert.match(await text(page, '#error'), /No key/);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'key');
  assert.ok(!asked.some((url) => url.includes('/v1/')));

  // A wrong key: the problem document, with the way to its page.
  await page.fill('#key', 'wrong');
  await page.click('#mask');
  await page.waitForSelector('#error a');
  assert.match(await page.getAttribute('#error a', 'href'), /^\/problems\//);

  await page.fill('#key', KEY);
  await page.focus('#text');
  await page.keyboard.press('Control+Enter');
  await page.waitForSelector('#restore-card:not([hidden])');
  const labels = await page.locator('#entities tr td:nth-child(2)').allInnerTexts();
  for (const label of ['PERSON', 'CREDIT_CARD', 'EMAIL_ADDRESS', 'PHONE_NUMBER', 'IBAN_CODE']) assert.ok(labels.includes(label), `${label} of ${labels}`);
  assert.equal(await page.locator('#highlighted mark').count(), labels.length);
  const row = await text(page, '#entities tr:has-text("4111 1111")');
  assert.match(row, /CREDIT_CARD\s+\d+ %\s+no entity \d+ %\s+passed\s+\[CREDIT_CARD_1\]/);
  const masked = await page.inputValue('#masked');
  assert.ok(masked.includes('[EMAIL_ADDRESS_1]') && !masked.includes('jane.roe'));
  assert.match(await text(page, '#curl'), /curl -s http.*\/v1\/anonymize/);
  assert.ok(!(await page.content()).includes(KEY), 'the key is in no markup');

  // Restore what a model made of it.
  await page.fill('#masked', 'Sent to [email_address_1], not to [EMAIL_ADDRESS_9].');
  await page.click('#restore');
  await holds(page, () => document.getElementById('restored').textContent);
  assert.equal(await text(page, '#restored'), 'Sent to jane.roe@example.com, not to [EMAIL_ADDRESS_9].');
  assert.equal(await text(page, '#unresolved'), '1 unresolved');
  await page.fill('#masked', masked);
  await page.click('#restore');
  await holds(page, () => document.getElementById('unresolved').textContent.startsWith('nothing'));
  assert.equal(await page.locator('#restored').textContent(), await page.inputValue('#text'));

  // Markup in a text is text, and offsets hold behind signs beyond the BMP.
  await page.fill('#text', '😀 <img src=x onerror=alert(1)> bob@example.org');
  await page.click('#mask');
  await holds(page, () => document.getElementById('highlighted').textContent.includes('😀'));
  assert.equal(await page.locator('#highlighted img').count(), 0);
  assert.equal(await page.locator('#highlighted mark').first().evaluate((mark) => mark.firstChild.data), 'bob@example.org');

  // Choices: method, threshold, level and labels are what is sent.
  await page.selectOption('#method', 'MASK');
  await page.selectOption('#level', 'off');
  await page.check('#own-threshold');
  await page.locator('#threshold').fill('0.3');
  await page.click('#labels summary');
  await page.fill('#filter', 'e-mail');
  await page.check('#choices input[value=EMAIL_ADDRESS]');
  await page.click('#mask');
  await holds(page, () => document.getElementById('masked').value.includes('***'));
  const sent = JSON.parse((await page.locator('#request').textContent()).replace(/^POST \S+\s+/, ''));
  assert.deepEqual(sent.detection_config, { span_unit: 'utf16', entities: ['EMAIL_ADDRESS'], ner: 'off' });
  assert.deepEqual(sent.anonymization_config, { deidentification_method: 'MASK', threshold: 0.3 });
  assert.deepEqual(await violations(page), [], `${name}: with choices`);
  await page.click('#labels-none');
  await page.click('#labels summary');
  await page.selectOption('#method', '');
  await page.selectOption('#level', '');
  await page.uncheck('#own-threshold');

  // A chat, by keyboard.
  await page.focus('#tab-text');
  await page.keyboard.press('ArrowRight');
  assert.ok(await page.isVisible('#panel-chat') && !(await page.isVisible('#panel-text')));
  await page.focus('#chat-user');
  await page.keyboard.press('Control+Enter');
  await page.waitForSelector('#answer-card:not([hidden])');
  const provider = await text(page, '#provider');
  assert.ok(provider.includes('[EMAIL_ADDRESS_1]') && !provider.includes('jane.roe'), provider);
  await page.click('#chat-restore');
  await holds(page, () => document.getElementById('gets').textContent);
  assert.match(await text(page, '#gets'), /jane\.roe@example\.com[^]*Dear Jane Roe/);
  assert.deepEqual(await violations(page), [], `${name}: chat`);
  await picture(page, `playground-chat-${name}`);

  // Nothing is wider than the screen.
  const wide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;
  assert.equal(await page.evaluate(wide), false, 'wider than the screen');
  await page.click('#tab-text');
  await page.reload();
  assert.equal(await page.inputValue('#key'), '', 'the key is gone with the page');
  await page.fill('#key', KEY);
  await page.click('#mask');
  await page.waitForSelector('#restore-card:not([hidden])');
  await page.click('#restore');
  await holds(page, () => document.getElementById('restored').textContent);
  assert.equal(await page.evaluate(wide), false, 'wider than the screen');
  assert.deepEqual(await violations(page), [], `${name}: after`);
  await picture(page, `playground-${name}`);

  assert.deepEqual(errors, []);
  assert.ok(asked.every((url) => url.startsWith(api)), `only this origin is asked: ${asked}`);
  const kept = await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie]);
  assert.deepEqual(kept, [0, 0, '']);
  await context.close();
}

async function status(browser, name, options) {
  const { page, errors, asked, context } = await open(browser, `${admin}/`, options);
  for (let turn = 0; turn < 3; turn += 1) {
    const answer = await fetch(`${api}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer provider' },
      body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Write to jane.roe@example.com' }] }),
    });
    assert.match((await answer.json()).choices[0].message.content, /jane\.roe@example\.com/);
  }
  await holds(page, () => Number(document.querySelector('#coverage td:nth-child(3)')?.textContent) >= 3);
  assert.match(await text(page, '#coverage'), /llm\s+openai \d+/);
  assert.match(await text(page, '#routes'), /\/v1\/anonymize/);
  assert.match(await text(page, '#entities'), /EMAIL_ADDRESS\s+REDACT/);
  assert.deepEqual(await violations(page), [], `${name}: status`);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth), false);
  await picture(page, `status-${name}`);
  assert.deepEqual(errors, []);
  assert.ok(asked.every((url) => url.startsWith(admin)));
  await context.close();
}

try {
  await until(async () => (await fetch(`${admin}/readyz`)).ok, 'readiness');
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] });
  const wide = { viewport: { width: 1100, height: 1000 } };
  const looks = {
    light: { ...wide, colorScheme: 'light' },
    dark: { ...wide, colorScheme: 'dark' },
    narrow: { viewport: { width: 360, height: 900 }, colorScheme: 'light' },
  };
  for (const [name, options] of Object.entries(looks)) {
    await playground(browser, name, options);
    await status(browser, name, options);
    console.log(`${name}: ok`);
  }
  await browser.close();
} finally {
  program.kill();
  upstream.server.close();
  upstream.server.closeAllConnections();
  rmSync(folder, { recursive: true });
}
