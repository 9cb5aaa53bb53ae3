import path from 'node:path';
import { app } from 'electron';
import { openJsonFile } from './jsonFile.ts';
import { openLog } from './log.ts';
import { lastGoodFile, openPolicies, type Policies } from './policies.ts';
import { policySources, untrustedFileSource } from './policySources.ts';

/** What is laid down for this computer; a console that is not packaged may be given a file of one's own. */
export async function openMachinePolicies(): Promise<Policies> {
  const own = app.isPackaged ? undefined : process.env.SILONG_POLICY_FILE;
  return openPolicies({
    sources: own ? [untrustedFileSource(own)] : await policySources(process.platform),
    lastGood: openJsonFile(path.join(app.getPath('userData'), 'last-policy.json'), lastGoodFile),
    version: app.getVersion(),
    log: openLog(),
  });
}
