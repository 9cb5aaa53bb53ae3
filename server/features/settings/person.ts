import type { ServerContext } from '#server/features/context.ts';
import type { SignedInUser } from '#server/http/caller.ts';
import { isAllowed } from '#shared/adminRoles.ts';
import { DELETED_USER_NAME } from '#shared/contracts/conversations.ts';
import { PRIVATE_REVIEWER_NAME } from '#shared/contracts/reviews.ts';
import type { PersonalSettings } from '#shared/contracts/settings.ts';
import { readPersonalSettings } from './personalSettings.ts';

type Privacy = PersonalSettings['privacy'];

/** An account as it is stored; nulls for a deleted account. */
interface Person {
  id: number | null;
  name: string | null;
  avatar_url: string | null;
  email: string | null;
  phone: string | null;
}

/** The reader; null: shown to everyone. */
type Viewer = Pick<SignedInUser, 'id' | 'role' | 'adminRole'> | null;

/** The parts of an account that its settings show to this viewer. The account itself and admins with reviews see all. */
function isVisible(viewer: Viewer, personId: number, visibility: Privacy['profileVisibility']): boolean {
  if (viewer?.id === personId || isAllowed(viewer?.adminRole, 'reviews.moderate')) return true;
  return visibility === 'public' || (visibility === 'agents-only' && viewer?.role === 'agent');
}

/**
 * The one rule for the shown data of a public text's author (a review): in pages, notices, mails, live events and
 * files alike. An inquiry, a conversation or a viewing names its author to the agent under all settings of the
 * author.
 * @param isAddressee whether the text is about or to the viewer: the viewer then sees shared contact data.
 */
export function projectPerson(
  person: Person,
  viewer: Viewer,
  privacy: Privacy,
  isAddressee: boolean,
): Omit<Person, 'id' | 'name'> & { name: string } {
  const nobody = { avatar_url: null, email: null, phone: null };
  const { id, name, avatar_url } = person;
  if (id === null || name === null) return { ...nobody, name: DELETED_USER_NAME };
  if (!isVisible(viewer, id, privacy.profileVisibility)) return { ...nobody, name: PRIVATE_REVIEWER_NAME };
  return {
    name,
    avatar_url,
    email: isAddressee && privacy.showEmail ? person.email : null,
    phone: isAddressee && privacy.showPhone ? person.phone : null,
  };
}

/** The name of a person in a notice, as `projectPerson` has it. */
export async function nameFor(context: ServerContext, personId: number, viewerId: number): Promise<string> {
  const { User } = context.db.models;
  const [person, viewer] = await Promise.all([User.findByPk(personId), User.findByPk(viewerId)]);
  const { privacy } = (await readPersonalSettings(context, [personId])).get(personId) ?? {};
  const shown = person ?? { id: null, name: null, avatar_url: null, email: null, phone: null };
  if (!privacy) return DELETED_USER_NAME;
  const reader = viewer && { id: viewer.id, role: viewer.role, adminRole: viewer.admin_role };
  return projectPerson(shown, reader, privacy, true).name;
}
