import { LegalPage } from './LegalPage.tsx';
import { buildPrivacy } from './privacyText.ts';

export function PrivacyScreen() {
  return <LegalPage title="Privacy Policy" build={buildPrivacy} />;
}
