import { buildPrivacy } from '../../content/privacy.ts';
import { LegalPage } from './LegalPage.tsx';

export function PrivacyScreen() {
  return <LegalPage title="Privacy Policy" build={buildPrivacy} />;
}
