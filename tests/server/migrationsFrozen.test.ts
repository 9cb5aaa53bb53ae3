import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { migrationNames } from '#server/db/migrate.ts';

const folder = path.resolve('server/db/migrations');

/**
 * A released migration is never changed: databases that ran it would differ from later ones. SHA-256 of each
 * file's text; a new migration is added here once it is released.
 */
const frozen: Record<string, string> = {
  '0001-initial-tables.ts': 'b8071b8076096c32afd5cb870f5c19999d2a28bba065bc8bfdf79f4856387710',
  '0002-listing-indexes.ts': 'db36eb34197c0b2e053df92dfc9e47c54ddcf373fa6d38c7a75c2ffe505b9f59',
  '0003-people.ts': 'ec9c9dfa9f4530baae13566c385b64ecc76ef236830c90aa5d921c5b136dab16',
  '0004-analytics.ts': '390b6a0404f7c51647499e77e343b3a57edf6a3ac88f31c7a1f5475fdcbfeaab',
  '0005-saved-replies.ts': '3e39b9bad6abbf04344a8c4fa66c3f4ad07a12a1993981031ad9166f2537b93d',
  '0006-admin.ts': 'b409b49971ab637aefc7e429a0b9f881fbc96ed6aee11a4dd6a64bc982502a3f',
  '0007-backup-runs.ts': '1b03c9791602acd3e386b46f7609b6622fe906fff10eca139db22c02caf4b82d',
  '0008-idempotency-keys.ts': 'd163a0efa4072acf28c98d69a96688bc6d887f5852e5029da236053f520259f4',
  '0010-privacy.ts': 'f52a042dea6aad83b744fa48a554fbc338c7e2f6e966c56d9e01dcf329c3331b',
  '0011-listing-reports.ts': 'd04eda5c8caf45ea2d14af534e71486b15d01dcf24ca0d9425b28fe0affada1c',
  '0012-duplicates.ts': 'ea35abc761bb0d64f0ce4b59cbb9925333d5231cf4aa429ef5326e8d12f0edb4',
  '0013-licenses.ts': 'cc2f5120e3ea36e5b6097aa226e4547661be8bef8365ce0f4ae148ae703b035d',
  '0014-listings-hidden-by.ts': '15270a40ec8244a7717209647517d96080e0c68f67649dffdbdea625f185d99c',
  '0015-jobs.ts': '62e2d8d41052dd071976017b02fa99cbc76b167eabc800e35b9ba1a18440626e',
  '0016-earlier-databases.ts': 'eb80c9a90492d453e9f90488fec2fbd4aef56aef23ae98a226a3ae3f49855266',
  '0017-old-rows.ts': '009d41a236cf68d740655e52b3a50bf4096c44cb791062bbed9251f37cb820a6',
  '0018-pictures-being-removed.ts': '0ccb8893a70328013103dd6435b5ff175f8786d838d5b2222e0f6d4d24e72457',
  '0019-backup-copies-and-drills.ts': '3e3cfafea750f8f191b80c93e624781f5381ba1d21f353213d0715e7bf5bea89',
  '0020-notices-of-an-action.ts': 'ccd4d896e86297f8227bd6fb1f536e372195b969f4207f1f34acacfa86450819',
  '0021-verified-contact.ts': '6a9307f01d796f3ced7f5ae87d95326c40e4baa401324eb770652b2d4ac704bc',
  '0022-strong-accounts.ts': 'a7da3264f6a9ccd14ac3521a1413d816e3e3ddabb48a34713413d0acff8dc7e0',
  '0023-admin-roles.ts': 'aaeeeeaa4f989f028d1b946cf75b6323217844dfc49537fecb9c5f99290a290b',
  '0024-budgets.ts': '15c73260ba3416e6c930b9d6d09ceb0351b3a898a8fb52a4fdce0dcd4b421653',
  '0025-honest-signals.ts': '5122a0bd2cd7f2696fed98902d1d307b8f2486797cebc6f8db12312ad5d7b8a3',
  '0026-audit-details-and-contacts.ts': '29e70b8a65f561a84d35eb3dcb413debb54e8e286250d4e819a7714789c0708b',
  '0027-passkeys-and-sign-in-provider.ts': 'd2d9e484e65799be784bd26a05c8d85b6c47149261a9647012fbaa0e09560311',
  '0028-clients.ts': '746ebe40b5e5c94bdf4cd0dd623f006bf7f5d4cd847cbb6d008ad1250a87728b',
  '0029-replies.ts': '5ad7305764c963bdd2ca0ebaadbdc86240a2c02b13c1e2eb542c98a3b31d2477',
  '0030-availability.ts': '99681601dc58622c2f988c768ea0bdcd45d87949013b5ba806c7fe3719d2c836',
  '0031-offices.ts': 'd79e152b39d642c38c9b69e2d9d443f500d3f745d43fa603075320401ab28eef',
  '0032-completion.ts': 'e6e70d9daec77be858c04f911137ba7de3178f043525eb1e740cb1efea8e31a8',
  '0033-saved-searches.ts': 'fc2e175f229219100d634d359edcb4a35a22e11142ea7d97eb0b78fbb6683d90',
  '0034-listing-history.ts': '93ec0eb5527fd27455c8ab066327224dc3f969e8ae235cef9a965fa94e96b256',
  '0035-push-subscriptions.ts': '215b40c643e8ace2cb5390507576aa18c2f0177a051770be7fdb54a17879ce0f',
  '0036-buildings.ts': 'b714fcb317b9754a29a71f9b69dc6fd556150e04422b588b0f17ac73ffd64b5b',
  '0037-deciding-together.ts': '4c705183ea44d9037d8e40599dd574fba3e781285123dceb384064dc53f70473',
  '0038-market-and-offers.ts': '21efec677132f706c6d0d2ffdef3f35b07efafd0b0121c38aa9f2818715924b6',
  '0039-map-layers.ts': '0fbe9137887dd6d66d4d7488ce0f28cd4698ae92785aae7d53dd5d1762a8be0b',
  '0040-search-facts.ts': 'ba89cc683dca251645d81a813a158de465ba7eb9047f8e822c5dd0c1c6aaf587',
  '0041-videos-and-floor-plans.ts': 'ef68342977153c7441dc4ca118a2db76d2a202517f72ad2d2038a4326034ed25',
  '0042-languages.ts': 'c4cabe91ffa4b2f9e0444b7b8e187c0af65730a03d28e2fc518811d20f27691f',
  '0043-api-tokens.ts': 'ee97750187db0b903c585073620ee41251c5e608330fd1e6b087b1af6a59c030',
  '0044-webhooks.ts': '3feac206389551001bf5bafcf611c8a9538dc462acc6ef2921fa1752d8d5043f',
  '0045-picture-descriptions.ts': 'ff19d739e3e5bfe1ef0c8bc25d118dadf7fd5f33d1cc5b16ce2c27af66034beb',
  '0046-webhook-queues.ts': '615253c2f4f2978494e3f41470e5c6cd7424f10ddebd932d655327850c748caf',
  '0047-office-webhooks.ts': 'd41fba1b0260ae0fafd6f778c8821c3d1e88164b48a56607685cd5b117df7b01',
  '0048-read-positions.ts': '54d6295be47b4c407943ae41dbf4563c511ed803fef4bb587cf7c12b0f6ad60b',
  '0049-listing-changes.ts': '76ff880ca831b4417424249e66a584f6b2d4c3bb3db3ee1344b58488d4ceab56',
  '0050-people-search.ts': 'b721598fd1b73a0a412b765988d0f14330739392ff53b0d80e386f14f160e4f8',
  '0051-whose-words.ts': '112c8f30417bb4265523b5284508a5f99f34bacdb1d88c9361e043ac8f2fca93',
  '0052-shorter-people-search.ts': 'a79e07fd01ba57b61ccc35a05a29f92e714a5e384ddfebfc3003cbbbc7815676',
  '0054-webhook-senders.ts': 'bd20dc8150585551c2e69fb9f45c1776c5918006401a6e93e2dc9e1339218024',
  '0056-listing-feed-of-licences-and-pairs.ts': '8fd809c2114ad30a78cc7a37cca2e963b1d545f0fb27c68f5c638fe1505b1bf5',
  '0057-plain-public-lists.ts': '30f29b3dc62b4dfdc55b65f110ff0d73e87203b1d0740a84fda55b625098ba0f',
  '0059-account-deletions.ts': 'c772c539d41d0fd9af32a458a0d106f62a167515f48bf17d8b025cc4849b75bf',
};

const files = readdirSync(folder).sort();
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8').replaceAll('\r\n', '\n');

test.each(Object.entries(frozen))('%s is as it was released', (file, hash) => {
  expect(createHash('sha256').update(read(file)).digest('hex')).toBe(hash);
});

test('every one is run, in the order of their numbers', () => {
  expect(migrationNames.map((name) => `${name}.ts`)).toEqual(files);
});

test('new migrations come after the released ones', () => {
  expect(files.slice(0, Object.keys(frozen).length)).toEqual(Object.keys(frozen));
});

test.each(files)('%s imports no live code', (file) => {
  const imports = [...read(file).matchAll(/^import (type )?.*? from '([^']+)';$/gms)];
  const live = imports.filter(([, isType, name]) => !isType && !['sequelize', 'node:crypto'].includes(name ?? ''));
  expect(live.map(([, , name]) => name)).toEqual([]);
});
