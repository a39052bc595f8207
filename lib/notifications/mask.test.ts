import { expect, it } from 'vitest';
import { maskContent, maskEnvelope, maskMember } from './mask';

it('shows an application whole, for nothing in it is personal', () => {
  const record = {
    applyment_id: '9007199254740993',
    sub_mchid: '1900003001',
    domains: ['shop.example'],
    audit_reject_detail: 'the picture is blank',
    applyment_state: 'REJECTED',
    website_homepage_pics: ['media-1'],
  };
  expect(maskContent(record)).toEqual(record);
});

it('masks whoever pays, and whatever it does not know, at any depth', () => {
  const order = {
    out_trade_no: 'order-1',
    payer: { sp_openid: 'canary-openid', sub_openid: 'canary-openid' },
    openid: 'canary-openid',
    amount: { total: 8880, currency: 'HKD' },
    attach: 'canary of the table by the window',
    scene_info: { device_ip: '203.0.113.9' },
    promotion_detail: [{ name: 'canary', amount: 5 }],
    guests: [{ name: 'canary', phone: 85223456789 }],
    is_new: true,
    note: null,
  };
  expect(maskContent(order)).toEqual({
    out_trade_no: 'order-1',
    payer: { sp_openid: '•••', sub_openid: '•••' },
    openid: '•••',
    amount: { total: 8880, currency: 'HKD' },
    attach: '•••',
    scene_info: { device_ip: '•••' },
    promotion_detail: [{ name: '•••', amount: '•••' }],
    guests: [{ name: '•••', phone: '•••' }],
    is_new: true,
    note: null,
  });
});

it('masks a bare value', () => {
  expect(maskContent('canary')).toBe('•••');
});

it('shows the envelope of 6.1, and no id of the content by the same name', () => {
  const envelope = { id: 'n-1', event_type: 'X', resource: { nonce: 'n', ciphertext: 'AAAA' }, sent_to: 'canary' };
  expect(maskEnvelope(envelope)).toEqual({ ...envelope, sent_to: '•••' });
  expect(maskContent({ id: 'canary' })).toEqual({ id: '•••' });
});

it('masks one member as the whole would be masked', () => {
  expect(maskMember('applyment_state', 'REJECTED')).toBe('REJECTED');
  expect(maskMember('contact_name', 'canary')).toBe('•••');
  expect(maskMember('payer', { sp_openid: 'canary-openid' })).toEqual({ sp_openid: '•••' });
});
