// The notifications on the page of the controls: markup, style and script, to be set into those of page.ts.

export const notificationStyle = `
.lines { display: grid; gap: 8px; margin-bottom: 8px; } .line { display: flex; gap: 8px 12px; flex-wrap: wrap; align-items: end; } .line label { flex: 0 1 150px; } .line .far { flex: 1 1 320px; }
.line button { padding: 4px 12px; font-size: 13px; } .line label.tick { display: flex; gap: 6px; align-items: center; flex: none; padding-bottom: 4px; } .tick input { width: auto; }
.rungs { display: flex; gap: 2px 8px; flex-wrap: wrap; font-size: 12px; line-height: 16px; } .good { color: var(--accent); }
`;

export const notificationMarkup = `
<section class="wide"><h2>Notifications</h2>
<div class="lines">
<form class="line" id="notifyForm"><label class="far">Where they go<input name="url" id="notifyUrl" type="url" placeholder="nowhere: they are kept as undeliverable"></label>
<button>Set address</button>
<label>Ladder<select id="speed"><option value="1">real: 24 h 4 m</option><option value="60">60 × faster</option><option value="3600">an hour a second</option><option value="86640">a second in all</option></select></label>
<label>Probe before every n-th<input id="probeEvery" type="number" min="0" step="1"></label>
<label class="tick"><input id="rejections" type="checkbox"> Tell rejections</label>
<button type="button" id="rotateKey">Rotate message key</button></form>
<form class="line" id="sendForm"><label>Sub-merchant<input name="sub_mchid" inputmode="numeric" required></label>
<label>Says<select name="state"><option>APPROVED</option><option>REJECTED</option><option>UNDER_REVIEW</option><option>PENDING</option></select></label>
<label>As<select name="kind"><option>authorization</option><option>domain-change</option></select></label>
<label>Fault<select name="fault" id="fault"><option value="">none</option></select></label>
<label>Sealed with key<select name="sealWith"><option>current</option><option>previous</option><option>unknown</option></select></label>
<label>Copies<input name="copies" type="number" min="1" max="100" value="1" required></label>
<button class="do">Send</button><button type="button" id="armNext">Give fault, key and copies to the next decision</button></form>
</div>
<p class="said"></p>
<div class="scroll" tabindex="0"><table><thead><tr><th>Notification</th><th>About</th><th>Deliveries</th><th>Next due</th><th>State</th><th>Make it happen</th></tr></thead><tbody id="notifications"></tbody></table></div></section>`;

export const notificationScript = `
const clockTime = (iso) => (iso ? iso.slice(5, 10) + ' ' + iso.slice(11, 19) : '—');
const result = (made) => (made.kind === 'real' ? '' : made.kind + ' ') + (made.status ?? made.cause) + (made.failedTest === 'probe-taken' ? ', must not be taken' : made.failedTest ? ' without SUCCESS' : '');
function deliveries(row) {
  const box = make('div', undefined, { class: 'rungs' });
  const groups = [];
  for (const made of row.deliveries) { const last = groups.at(-1); if (last && result(last.made) === result(made)) last.count += 1; else groups.push({ made, count: 1 }); }
  for (const { made, count } of groups) box.append(make('span', result(made) + (count > 1 ? ' × ' + count : ''), { class: made.failedTest ? 'warn' : made.status === 200 || made.status === 204 ? 'good' : '', title: made.at }));
  if (groups.length === 0) box.append(make('span', row.cause === 'no-notify-url' ? 'no address to post to' : '—', { class: row.cause ? 'warn' : 'soft' }));
  return box;
}
let drawnNotifications = '';
const sync = (node, value) => { if (document.activeElement !== node) node[node.type === 'checkbox' ? 'checked' : 'value'] = value; };
function drawNotifications({ notify, notifications, notificationFaults }) {
  sync(at('notifyUrl'), notify.url ?? ''); sync(at('probeEvery'), notify.probeEvery); sync(at('rejections'), notify.rejections);
  if (![...at('speed').options].some(({ value }) => value === String(notify.speed))) at('speed').append(make('option', notify.speed + ' × faster', { value: notify.speed }));
  sync(at('speed'), String(notify.speed));
  options(at('fault'), notificationFaults);
  const key = JSON.stringify(notifications);
  if (key === drawnNotifications) return;
  drawnNotifications = key;
  at('notifications').replaceChildren(...notifications.map((row) => {
    const line = make('tr');
    const id = cell(undefined); id.append(make('code', row.id), make('br'), make('small', [row.event_type, row.create_time, row.fault, row.sealWith === 'current' ? '' : 'sealed with ' + row.sealWith + ' key'].filter(Boolean).join(' · ')));
    const about = cell(undefined); about.append(make('code', row.sub_mchid), make('br'), make('small', [row.applyment_id, row.applyment_state].filter(Boolean).join(' · ')));
    const made = cell(undefined); made.append(deliveries(row));
    const due = cell(undefined); due.append(make('small', clockTime(row.nextDue))); if (row.nextDue) due.append(make('br'), make('small', row.rungs + 1 + ' of ' + row.rungsMax));
    const state = cell(undefined); state.append(make('div', row.state, { class: 'state' + (row.state === 'acknowledged' || row.state === 'delivering' ? '' : ' warn') }));
    const does = cell(undefined); const box = make('div', undefined, { class: 'deeds' });
    const again = (copies) => () => post('notifications/' + encodeURIComponent(row.id) + '/redeliver', { copies });
    box.append(button('Send again', again(1)), button('Send × 50', again(50))); does.append(box);
    line.append(id, about, made, due, state, does);
    return line;
  }));
}
const manner = (form) => ({ ...(form.get('fault') ? { fault: form.get('fault') } : {}), sealWith: form.get('sealWith'), copies: Number(form.get('copies')) });
at('notifyForm').addEventListener('submit', (event) => { event.preventDefault(); post('notify-url', { url: at('notifyUrl').value || null }); });
at('sendForm').addEventListener('submit', (event) => { event.preventDefault(); const form = new FormData(event.target); post('notifications', { sub_mchid: form.get('sub_mchid'), state: form.get('state'), kind: form.get('kind'), ...manner(form) }); });
at('armNext').addEventListener('click', () => post('notifications/next', manner(new FormData(at('sendForm')))));
at('rotateKey').addEventListener('click', () => post('rotate-message-key'));
at('speed').addEventListener('change', (event) => post('notifications/ladder', { speed: Number(event.target.value) }));
at('probeEvery').addEventListener('change', (event) => post('notifications/probes', { every: Number(event.target.value) }));
at('rejections').addEventListener('change', (event) => post('notifications/rejections', { notify: event.target.checked }));
`;
