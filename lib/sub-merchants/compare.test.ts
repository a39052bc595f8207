import { describe, expect, it } from 'vitest';
import { compareDraft, mergeDraft } from './compare';
import type { EditBase } from './rules';
import { valuesOf } from './rules';

const began: EditBase = {
  version: 1,
  held: { name: 'Harbour Kite Books Limited', shortname: 'Harbour Kite', 'business.mcc': '5942', channel_id: 'HK-1' },
  masks: { 'contact.email': 'o•••@h•••.example' },
  h5State: 'APPROVED',
  domainsInForce: ['www.harbour-kite.example'],
  websiteUrl: null,
  budgetBytes: 245,
};
const now = (held: EditBase['held'], rest: Partial<EditBase> = {}): EditBase => ({
  ...began,
  version: 2,
  held: { ...began.held, ...held },
  ...rest,
});

describe('comparing a draft with a record that moved', () => {
  it('names nothing when nothing differs', () => {
    expect(compareDraft(began, now({}), valuesOf(began), 'typed')).toEqual([]);
  });

  it('goes on with the only side that changed, and leaves the choice open when both did and differ', () => {
    const mine = { ...valuesOf(began), shortname: 'Mine', name: 'Both the same' };
    mine.business.mcc = '5814';
    const rows = compareDraft(
      began,
      now({ shortname: 'Theirs', name: 'Both the same', channel_id: 'HK-2' }),
      mine,
      'typed',
    );
    expect(rows.map(({ path, choice }) => [path, choice])).toEqual([
      ['name', 'mine'],
      ['shortname', null],
      ['channel_id', 'theirs'],
      ['business.mcc', 'mine'],
    ]);
  });

  it('shows that a personal value was typed, never which; one that is kept overwrites nothing', () => {
    const typed = valuesOf(began);
    typed.contact.email = 'orders@harbour-kite.example';
    const moved = now({}, { masks: { 'contact.email': 'n•••@h•••.example' } });
    expect(compareDraft(began, moved, typed, 'typed')).toEqual([
      { path: 'contact.email', base: 'o•••@h•••.example', theirs: 'n•••@h•••.example', mine: 'typed', choice: null },
    ]);
    expect(compareDraft(began, moved, valuesOf(began), 'typed')).toMatchObject([{ choice: 'theirs' }]);
  });

  it('compares the H5 part only when the draft asks for it', () => {
    const moved = now({}, { domainsInForce: ['new.harbour-kite.example'] });
    const mine = valuesOf(began);
    expect(compareDraft(began, moved, mine, 'typed')).toEqual([]);
    expect(compareDraft(began, moved, { ...mine, apply_h5_payment: 'change' }, 'typed')).toMatchObject([
      { path: 'h5_payment_apply_info.domains', choice: 'theirs' },
    ]);
  });
});

describe('merging', () => {
  it('takes mine where chosen and the record everywhere else', () => {
    const mine = { ...valuesOf(began), shortname: 'Mine' };
    mine.business.mcc = '5814';
    mine.contact.email = 'orders@harbour-kite.example';
    const moved = now({ shortname: 'Theirs', 'business.mcc': '5941', channel_id: 'HK-2' });
    const merged = mergeDraft(began, moved, mine, {
      shortname: 'mine',
      'business.mcc': 'theirs',
      'contact.email': 'mine',
    });
    expect(merged).toMatchObject({
      shortname: 'Mine',
      channel_id: 'HK-2',
      business: { mcc: '5941' },
      contact: { email: 'orders@harbour-kite.example' },
    });
  });

  it('leaves both drafts as they were', () => {
    const mine = valuesOf(began);
    const theirs = now({ shortname: 'Theirs', 'business.store_photos': ['a', 'b', 'c'] });
    const merged = mergeDraft(began, theirs, { ...mine, shortname: 'Mine' }, { shortname: 'mine' });
    merged.business.mcc = 'changed';
    merged.ticked.leftOut.push('channel_id');
    expect(theirs.held).toMatchObject({ shortname: 'Theirs', 'business.mcc': '5942' });
    expect(mine.ticked.leftOut).toEqual([]);
  });

  it('keeps no tick over what changed: theirs is not left out, another H5 state is not answered (bug-form-editing-02)', () => {
    const mine = valuesOf(began);
    mine.channel_id = '';
    mine.apply_h5_payment = 'apply';
    mine.ticked = { removedDomains: [], leftOut: ['channel_id', 'contact.email'], h5Anyway: true };
    const moved = now({ channel_id: 'HK-2' }, { masks: { 'contact.email': 'n•••@h•••.example' } });
    expect(compareDraft(began, moved, mine, 'typed').map(({ path, choice }) => [path, choice])).toEqual([
      ['contact.email', null],
      ['channel_id', null],
    ]);
    const choices = { 'contact.email': 'theirs', channel_id: 'mine' } as const;
    expect(mergeDraft(began, moved, mine, choices)).toMatchObject({
      channel_id: '',
      contact: { email: '' },
      ticked: { leftOut: ['channel_id'], h5Anyway: true },
    });
    const punished = now({}, { h5State: 'UNDER_PUNISHMENT' });
    expect(mergeDraft(began, punished, mine, {}).ticked.h5Anyway).toBe(false);
  });
});
