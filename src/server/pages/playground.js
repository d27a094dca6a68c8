// The playground: a client of the public API like any other. Nothing is stored: not the key, which lives in its field, and
// not the texts, which are sent with `Cache-Control: no-store`, so that the instance keeps no map of them.
'use strict';

const $ = (id) => document.getElementById(id);

/** Builds an element; strings among the children become text, never markup. */
function element(name, properties, ...children) {
  const made = document.createElement(name);
  Object.assign(made, properties);
  made.append(...children);
  return made;
}

/** One of eight colours, the same for the same label. */
function colour(label) {
  let sum = 0;
  for (const letter of label) sum = (sum * 31 + letter.codePointAt(0)) % 997;
  return `h${sum % 8}`;
}

const percent = (share) => `${Math.round(share * 100)} %`;

// --- Calls ---------------------------------------------------------------------------------------------------------------

/** A shell word. */
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

function showCall(path, body, status, answer, took) {
  $('wire').hidden = false;
  $('curl').textContent =
    `curl -s ${location.origin}${path} \\\n  -H "X-API-Key: $MASQUERADE_API_KEY" -H 'Content-Type: application/json' \\\n` +
    `  -H 'Cache-Control: no-store' \\\n  -d ${quoted(JSON.stringify(body))}`;
  $('request').textContent = `POST ${path}\n\n${JSON.stringify(body, null, 2)}`;
  $('response').textContent = `${status}\n\n${JSON.stringify(answer, null, 2)}`;
  $('took').textContent = `${status} in ${took.toFixed(1)} ms`;
}

function showProblem(problem) {
  const parts = [element('strong', {}, problem.title ?? 'Error'), ' ', problem.detail ?? ''];
  if (typeof problem.type === 'string' && problem.type.startsWith('/problems/')) {
    parts.push(' ', element('a', { href: problem.type }, 'Cause and way out'));
  }
  const list = (problem.errors ?? []).map((error) => element('li', {}, element('code', {}, error.pointer), ` ${error.detail}`));
  if (list.length) parts.push(element('ul', {}, ...list));
  $('error').replaceChildren(element('div', { className: 'error' }, ...parts));
}

/** Calls an endpoint. Shows a problem and yields nothing if there is one. */
async function call(method, path, body) {
  $('error').replaceChildren();
  const key = $('key').value.trim();
  if (!key) {
    showProblem({ title: 'No key.', detail: 'Enter the API key that the program printed at its start, or one of your own.' });
    $('key').focus();
    return undefined;
  }
  const headers = { 'X-API-Key': key, 'Cache-Control': 'no-store' };
  if (body) headers['Content-Type'] = 'application/json';
  const began = performance.now();
  try {
    const response = await fetch(path, { method, headers, body: body && JSON.stringify(body), credentials: 'omit' });
    const answer = await response.json();
    if (body) showCall(path, body, response.status, answer, performance.now() - began);
    if (response.ok) return { answer, headers: response.headers };
    showProblem(answer);
  } catch {
    showProblem({ title: 'No answer.', detail: 'The instance cannot be reached, or what came is no JSON.' });
  }
  return undefined;
}

/** Runs `work` for a button, which is busy meanwhile. */
async function busy(button, work) {
  if (button.getAttribute('aria-busy') === 'true') return;
  button.setAttribute('aria-busy', 'true');
  try {
    await work();
  } finally {
    button.removeAttribute('aria-busy');
  }
}

// --- Settings ------------------------------------------------------------------------------------------------------------

const chosen = new Set();
let known = [];

async function loadLabels() {
  if (known.length) return;
  const done = await call('GET', '/v1/entities');
  if (!done) return;
  known = done.answer.entities;
  $('labels-note').hidden = true;
  const choice = (label) => {
    const box = element('input', { type: 'checkbox', value: label.label });
    box.addEventListener('change', () => {
      if (box.checked) chosen.add(label.label);
      else chosen.delete(label.label);
      showChosen();
    });
    return element('label', { title: label.description }, box, ` ${label.label}`);
  };
  $('choices').replaceChildren(...known.map(choice));
}

function showChosen() {
  $('labels-chosen').textContent = chosen.size ? [...chosen].join(', ') : 'default set';
}

function filterLabels() {
  const wanted = $('filter').value.trim().toLowerCase();
  [...$('choices').children].forEach((choice, at) => {
    const { label, description, groups } = known[at];
    choice.hidden = !`${label} ${description} ${(groups ?? []).join(' ')}`.toLowerCase().includes(wanted);
  });
}

function settings(text) {
  const body = { text, detection_config: { span_unit: 'utf16' } };
  if (chosen.size) body.detection_config.entities = [...chosen];
  if ($('level').value) body.detection_config.ner = $('level').value;
  const how = {};
  if ($('method').value) how.deidentification_method = $('method').value;
  if ($('own-threshold').checked) how.threshold = Number($('threshold').value);
  if (Object.keys(how).length) body.anonymization_config = how;
  return body;
}

function showThreshold() {
  $('threshold').disabled = !$('own-threshold').checked;
  $('threshold-value').textContent = $('own-threshold').checked ? Number($('threshold').value).toFixed(2) : "each label's own";
}

// --- Texts ---------------------------------------------------------------------------------------------------------------

/** A text with its entities marked; `spans` are in order and do not overlap. */
function marked(text, spans) {
  const parts = [];
  let end = 0;
  spans.forEach(({ start, stop, label, title, at }) => {
    parts.push(text.slice(end, start));
    const tag = element('span', { className: 'tag' }, label);
    const mark = element('mark', { className: colour(label), title }, text.slice(start, stop), tag);
    if (at !== undefined) mark.dataset.at = at;
    parts.push(mark);
    end = stop;
  });
  parts.push(text.slice(end));
  return parts;
}

function entityRow(entity, at) {
  const runnerUp = entity.alternatives;
  const meter = element('meter', { min: 0, max: 1, value: entity.confidence, ariaLabel: 'Confidence' });
  const tag = element('mark', { className: colour(entity.label) }, entity.label);
  const row = element('tr', {},
    element('td', {}, entity.text),
    element('td', {}, tag),
    element('td', {}, meter, percent(entity.confidence)),
    element('td', {}, `${runnerUp.label === 'O' ? 'no entity' : runnerUp.label} ${percent(runnerUp.confidence)}`),
    element('td', {}, entity.validated),
    element('td', {}, entity.anonymized_text || '(nothing)'));
  const highlight = (on) => document.querySelector(`#highlighted mark[data-at="${at}"]`)?.classList.toggle('on', on);
  row.addEventListener('mouseenter', () => highlight(true));
  row.addEventListener('mouseleave', () => highlight(false));
  return row;
}

let map = [];

async function mask() {
  const text = $('text').value;
  const done = await call('POST', '/v1/anonymize', settings([text]));
  if (!done) return;
  map = done.answer.detected_entities;
  const title = (entity) => `${entity.label}, ${percent(entity.confidence)}`;
  const span = (entity, at) =>
    ({ start: entity.span.start, stop: entity.span.end, label: entity.label, title: title(entity), at });
  $('highlighted').replaceChildren(...marked(text, map.map(span)));
  $('count').textContent = map.length === 1 ? '1 entity' : `${map.length} entities`;
  $('entities').replaceChildren(...map.map(entityRow));
  $('entities-card').hidden = map.length === 0;
  $('masked').value = done.answer.anonymized_text[0];
  $('restored').replaceChildren();
  $('unresolved').textContent = '';
  $('restore-card').hidden = false;
  await loadLabels();
}

async function restore() {
  const body = { anonymized_text: [$('masked').value], entities_map: map, span_unit: 'utf16' };
  if ($('tolerant').checked) body.tolerant = true;
  const done = await call('POST', '/v1/deanonymize', body);
  if (!done) return;
  $('restored').textContent = done.answer.deanonymized_text[0];
  const left = Number(done.headers.get('X-Unresolved-Placeholders') ?? 0);
  $('unresolved').textContent = left ? `${left} unresolved` : 'nothing left unresolved';
}

// --- Chat ----------------------------------------------------------------------------------------------------------------

let chatMap = [];

/** The places of the substitutes in a masked text, from the entities of the text that was masked. */
function substituteSpans(entities) {
  let shift = 0;
  return entities.map((entity) => {
    const start = entity.span.start + shift;
    const stop = start + entity.anonymized_text.length;
    shift = stop - entity.span.end;
    return { start, stop, label: entity.label, title: entity.label };
  });
}

async function chatMask() {
  const roles = ['system', 'user'];
  const done = await call('POST', '/v1/anonymize', settings(roles.map((role) => $(`chat-${role}`).value)));
  if (!done) return;
  chatMap = done.answer.detected_entities;
  const message = (role, at) => {
    const spans = substituteSpans(chatMap.filter((entity) => entity.text_index === at));
    const text = element('div', { className: 'text' }, ...marked(done.answer.anonymized_text[at], spans));
    return element('div', { className: 'message' }, element('strong', {}, role), text);
  };
  $('provider').replaceChildren(...roles.map(message));
  const first = (label) => chatMap.find((entity) => entity.label === label)?.anonymized_text;
  const named = first('PERSON') ?? chatMap[0]?.anonymized_text ?? 'nobody';
  $('answer').value = `Here is your mail to ${first('EMAIL_ADDRESS') ?? named}:\n\nDear ${named}, …`;
  $('gets').replaceChildren();
  $('answer-card').hidden = false;
  await loadLabels();
}

async function chatRestore() {
  const entities_map = chatMap.map(({ text, anonymized_text }) => ({ text, anonymized_text }));
  const body = { anonymized_text: [$('answer').value], entities_map, tolerant: true };
  const done = await call('POST', '/v1/deanonymize', body);
  if (done) $('gets').textContent = done.answer.deanonymized_text[0];
}

// --- Page ----------------------------------------------------------------------------------------------------------------

const tabs = [...document.querySelectorAll('[role=tab]')];

function select(tab) {
  for (const other of tabs) {
    const isOn = other === tab;
    other.setAttribute('aria-selected', String(isOn));
    other.tabIndex = isOn ? 0 : -1;
    $(other.getAttribute('aria-controls')).hidden = !isOn;
  }
  tab.focus();
}

tabs.forEach((tab, at) => {
  tab.addEventListener('click', () => select(tab));
  tab.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step) select(tabs[(at + step + tabs.length) % tabs.length]);
  });
});

const buttons = { mask, restore, 'chat-mask': chatMask, 'chat-restore': chatRestore };
for (const [id, work] of Object.entries(buttons)) $(id).addEventListener('click', () => busy($(id), work));
const enters = { text: 'mask', masked: 'restore', 'chat-system': 'chat-mask', 'chat-user': 'chat-mask', answer: 'chat-restore' };
for (const [id, button] of Object.entries(enters)) {
  $(id).addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) $(button).click();
  });
}
$('key').addEventListener('keydown', (event) => {
  if (event.key === 'Enter') loadLabels();
});
$('own-threshold').addEventListener('change', showThreshold);
$('threshold').addEventListener('input', showThreshold);
$('filter').addEventListener('input', filterLabels);
$('labels').addEventListener('toggle', () => {
  if ($('labels').open && $('key').value) loadLabels();
});
$('labels-none').addEventListener('click', () => {
  chosen.clear();
  for (const box of $('choices').querySelectorAll('input')) box.checked = false;
  showChosen();
});
$('copy').addEventListener('click', async () => {
  try {
    await navigator.clipboard.writeText($('curl').textContent);
    $('copied').textContent = 'copied';
  } catch {
    $('copied').textContent = 'this browser does not let pages copy here';
  }
});
