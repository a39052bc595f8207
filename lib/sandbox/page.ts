// The page of the controls: plain HTML that asks `overview` again and again. No framework, nothing loaded from elsewhere.
import { randomBytes } from 'node:crypto';
import { notificationMarkup, notificationScript, notificationStyle } from './page-notifications';

const style = `
:root { color-scheme: light dark; --ink: #16202a; --soft: #5b6873; --line: #d9dfe4; --ground: #f5f7f8; --card: #fff; --accent: #0f6674; --warn: #8a3b12; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e9ec; --soft: #9aa7b1; --line: #2c363d; --ground: #0f1214; --card: #171c20; --accent: #5cc0cd; --warn: #f0a878; } }
* { box-sizing: border-box; }
body { margin: 0; font: 14px/20px system-ui, sans-serif; color: var(--ink); background: var(--ground); }
.bar { padding: 4px 16px; font-weight: 600; font-size: 12px; color: #10343a; background: repeating-linear-gradient(135deg, #bfe3e7 0 12px, #a9d7dc 12px 24px); }
main { max-width: 1440px; margin: 0 auto; padding: 16px; display: grid; gap: 16px; grid-template-columns: minmax(0, 1fr) 380px; align-items: start; }
@media (max-width: 1100px) { main { grid-template-columns: minmax(0, 1fr); } }
section { background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: 12px 16px; }
.side { display: grid; gap: 16px; }
.wide { grid-column: 1 / -1; }
h1 { font-size: 20px; line-height: 28px; margin: 0; } h2 { font-size: 15px; line-height: 22px; margin: 0 0 8px; }
header { max-width: 1440px; margin: 0 auto; padding: 16px 16px 0; display: flex; gap: 16px; align-items: baseline; flex-wrap: wrap; }
header p, small, .soft { color: var(--soft); margin: 0; } small { font-size: 12px; line-height: 16px; }
.scroll { overflow: auto; max-height: 70vh; }
table { border-collapse: collapse; width: 100%; font-size: 13px; line-height: 18px; font-variant-numeric: tabular-nums; }
th { text-align: left; font-weight: 600; color: var(--soft); position: sticky; top: 0; background: var(--card); }
th, td { padding: 6px 8px; border-bottom: 1px solid var(--line); vertical-align: top; } td.n { text-align: right; }
code { font: 12px/16px ui-monospace, monospace; }
button { font: inherit; font-size: 12px; padding: 1px 8px; border: 1px solid var(--line); border-radius: 4px; background: transparent; color: var(--accent); cursor: pointer; white-space: nowrap; }
button.do { background: var(--accent); color: var(--card); border-color: var(--accent); padding: 4px 12px; font-size: 13px; }
button:hover { border-color: var(--accent); } button:focus-visible, select:focus-visible, input:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
label { display: grid; gap: 2px; font-size: 12px; color: var(--soft); } select, input { font: inherit; font-size: 13px; padding: 3px 6px; width: 100%; color: inherit; background: var(--ground); border: 1px solid var(--line); border-radius: 4px; }
form { display: grid; gap: 8px; grid-template-columns: 1fr 1fr; } form .full { grid-column: 1 / -1; }
.state { white-space: nowrap; font-weight: 600; font-size: 12px; } .warn { color: var(--warn); }
.deeds { display: flex; gap: 4px; flex-wrap: wrap; } ul { margin: 0; padding-left: 16px; } .said { margin: 0 0 8px; } .said:not(:empty) { padding: 4px 8px; border-left: 3px solid var(--accent); }
${notificationStyle.trim()}
`;

const script = `
const at = (id) => document.getElementById(id);
const make = (tag, text, attributes = {}) => { const node = document.createElement(tag); if (text !== undefined && text !== null) node.textContent = text; for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value); return node; };
const cell = (text, attributes) => make('td', text, attributes);
const tell = (text) => { for (const node of document.querySelectorAll('.said')) node.textContent = text; };
async function post(path, body = {}) {
  const response = await fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  const json = await response.json();
  tell(response.ok ? path + ': done' : path + ': ' + json.error);
  await refresh();
}
const button = (text, deed) => { const node = make('button', text, { type: 'button' }); node.addEventListener('click', () => deed().catch((error) => tell(String(error)))); return node; };
function deeds(row) {
  const h5 = (state, more = {}) => post('sub-merchants/' + row.sub_mchid + '/h5', { state, ...more });
  const box = make('div', undefined, { class: 'deeds' });
  if (row.h5 === 'UNDER_REVIEW') box.append(button('Approve', () => h5('approve')), button('Reject', async () => { const reason = prompt('Reason of the rejection'); if (reason) await h5('reject', { reason }); }));
  if (row.h5 === 'APPROVED') box.append(button('Penalise', () => h5('penalise')));
  if (row.h5 === 'UNDER_PUNISHMENT') box.append(button('Lift penalty', () => h5('lift')));
  if (!row.nextApplicationFails) box.append(button('Fail next application', () => h5('application-failed-next')));
  if (row.application === 'UNDER_REVIEW') box.append(button('Pass onboarding', () => post('sub-merchants/' + row.sub_mchid + '/onboarding', { sub_merchant_status: 'OPERATING', application_status: null })));
  return box;
}
function options(select, values) { if (select.options.length > 1) return; for (const value of values) select.append(make('option', value, { value })); }
let drawn = '';
function draw(world) {
  at('clock').textContent = 'Clock ' + world.now + ' · review ' + world.review.mode + (world.review.mode === 'auto' ? ' after ' + world.review.afterMs + ' ms' : '') + ' · ' + world.holding + ' held';
  const key = JSON.stringify({ ...world, now: 0 });
  if (key === drawn) return;
  drawn = key;
  drawNotifications(world);
  at('subMerchants').replaceChildren(...world.subMerchants.map((row) => {
    const line = make('tr');
    const id = cell(undefined); id.append(make('code', row.sub_mchid), make('br'), make('small', [row.shortname, row.applyment_id && 'application ' + row.applyment_id].filter(Boolean).join(' · ')));
    const state = cell(undefined); state.append(make('div', row.h5, { class: 'state' }));
    if (row.reason && row.h5 === 'REJECTED') state.append(make('small', row.reason));
    if (row.nextApplicationFails) state.append(make('small', 'the next application fails', { class: 'warn' }));
    const domains = cell(undefined); domains.append(make('small', row.domains.join(', ') || '—')); if (row.asked) domains.append(make('br'), make('small', 'asked: ' + row.asked.join(', ')));
    const status = cell(undefined); status.append(make('small', [row.status, row.application && 'application ' + row.application, row.pageOnly && 'page only'].filter(Boolean).join(' · ')));
    const does = cell(undefined); does.append(deeds(row));
    line.append(id, state, domains, status, cell(row.effects, { class: 'n' }), does);
    return line;
  }));
  at('journal').replaceChildren(...world.journal.map((call) => {
    const line = make('tr');
    const path = cell(undefined); path.append(make('code', call.method + ' ' + call.path));
    const idempotency = cell(undefined); idempotency.append(make('code', call.idempotencyKey ?? '—'));
    line.append(cell(call.at.slice(11, 23)), path, idempotency, cell(call.status ?? '…', { class: 'n' }), cell(call.code ?? ''), cell(call.effect ? 'effect' : call.replayed ? 'stored answer' : ''), cell([call.fault, call.note].filter(Boolean).join(': ')));
    return line;
  }));
  at('armed').replaceChildren(...(world.armed.length ? world.armed.map((fault) => make('li', fault.what + ' × ' + fault.times + (fault.operation ? ' · ' + fault.operation : '') + (fault.sub_mchid ? ' · ' + fault.sub_mchid : ''))) : [make('li', 'nothing armed', { class: 'soft' })]));
  at('certificates').replaceChildren(...world.certificates.map((certificate) => { const line = make('li'); line.append(make('code', certificate.serial), make('br'), make('small', certificate.effectiveTime.slice(0, 16) + ' to ' + certificate.expireTime.slice(0, 16))); return line; }));
  options(at('what'), [...world.modes.map((mode) => 'mode: ' + mode), ...world.rows.map((row) => 'row: ' + row)]);
  options(at('operation'), world.operations);
}
async function refresh() { try { draw(await (await fetch('overview')).json()); } catch { at('clock').textContent = 'The sandbox does not answer.'; } }
at('arm').addEventListener('submit', (event) => {
  event.preventDefault();
  const form = new FormData(event.target);
  const [kind, name] = String(form.get('what')).split(': ');
  const body = { [kind]: name, times: Number(form.get('times')), ms: Number(form.get('ms')) };
  for (const field of ['operation', 'sub_mchid']) if (form.get(field)) body[field] = form.get(field);
  post('fail-next', body);
});
for (const [id, deed] of Object.entries({
  release: () => post('release'), clear: () => post('clear'), rotate: () => post('rotate-certificates'),
  manual: () => post('review', { mode: 'manual' }), auto: () => post('review', { mode: 'auto', afterMs: 5000 }),
  reset: async () => { if (confirm('Forget all edits, keys, calls and notifications?')) await post('reset'); },
})) at(id).addEventListener('click', () => deed().catch((error) => tell(String(error))));
${notificationScript}
refresh(); setInterval(() => { if (!document.hidden) refresh(); }, 1500);
`;

const body = `
<div class="bar">PRACTICE PLATFORM</div>
<header><h1>Sandbox</h1><p id="clock" role="status">…</p></header>
<main>
<section><h2>Sub-merchants</h2><div class="scroll" tabindex="0"><table><thead><tr><th>Sub-merchant</th><th>H5 authorization</th><th>Domains</th><th>Status</th><th>Effects</th><th>Make it happen</th></tr></thead><tbody id="subMerchants"></tbody></table></div></section>
<div class="side">
<section><h2>The next call</h2><form id="arm">
<label class="full">What happens<select id="what" name="what" required></select></label>
<label class="full">Operation<select id="operation" name="operation"><option value="">any</option></select></label>
<label>Sub-merchant<input name="sub_mchid" placeholder="any" inputmode="numeric"></label>
<label>Times<input name="times" type="number" min="1" max="1000" value="1" required></label>
<label>Delay in ms<input name="ms" type="number" min="0" max="600000" value="2000" required></label>
<div class="full deeds"><button class="do">Arm</button><button type="button" id="clear">Disarm all</button><button type="button" id="release">Release held calls</button></div>
</form><p class="said" role="status"></p><ul id="armed"></ul></section>
<section><h2>Certificates</h2><ul id="certificates"></ul><p class="deeds"><button type="button" id="rotate">Rotate</button></p></section>
<section><h2>Review</h2><div class="deeds"><button type="button" id="manual">By hand</button><button type="button" id="auto">By itself after 5 s</button></div></section>
<section><h2>The whole world</h2><div class="deeds"><button type="button" id="reset">Reset</button></div></section>
</div>
${notificationMarkup}
<section class="wide"><h2>Last calls</h2><div class="scroll" tabindex="0"><table><thead><tr><th>Time</th><th>Call</th><th>Idempotency-Key</th><th>Status</th><th>Code</th><th>Effect</th><th>Fault</th></tr></thead><tbody id="journal"></tbody></table></div></section>
</main>`;

/** The page and the policy that goes with it: its own script and style, its own address, nothing else. */
export function controlPage(): { html: string; contentSecurityPolicy: string } {
  const nonce = randomBytes(16).toString('base64');
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sandbox</title><link rel="icon" href="data:,"><style nonce="${nonce}">${style}</style></head><body>${body}<script nonce="${nonce}">${script}</script></body></html>`;
  const contentSecurityPolicy = [
    "default-src 'none'",
    "connect-src 'self'",
    'img-src data:',
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return { html, contentSecurityPolicy };
}
