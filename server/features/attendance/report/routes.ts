import type { FastifyInstance } from 'fastify';
import type { AttendanceQuery } from '../../../../domain/sessions/attendance.ts';
import { isDate } from '../../../../domain/values/dates.ts';
import { problem } from '../../../platform/problem.ts';
import { ID_TEXT } from '../../../platform/http/request-schemas.ts';
import type { Services } from '../../../services.ts';
import { requireDoorStaff } from '../../sessions/event-staff.ts';
import { attendanceReport } from './attendance.ts';

const LONGEST_YEARS = 6;

const day = { type: 'string', pattern: '^(19|2\\d)\\d{2}-\\d{2}-\\d{2}$' };
const querystring = {
  type: 'object',
  additionalProperties: false,
  properties: {
    from: { ...day, description: 'First day' },
    to: { ...day, description: 'Last day' },
    eventId: ID_TEXT,
    categoryId: ID_TEXT,
    instructorId: ID_TEXT,
  },
};

/** The API of domain/sessions/attendance.ts. */
export function registerAttendance(app: FastifyInstance, services: Services): void {
  app.get<{
    Querystring: Partial<Record<keyof AttendanceQuery, string>>;
  }>(
    '/api/events/attendance',
    { schema: { summary: 'Sessions of a period, summed up', querystring } },
    async ({ actor, query }) => {
      requireDoorStaff(actor);
      const { from = '', to = '', eventId, categoryId, instructorId } = query;
      if (
        !isDate(from) ||
        !isDate(to) ||
        from > to ||
        Number(to.slice(0, 4)) - Number(from.slice(0, 4)) > LONGEST_YEARS
      )
        throw problem(
          400,
          'events.bad-period',
          'Bad period',
          `The last day follows the first within ${LONGEST_YEARS} years.`,
        );
      const asked: AttendanceQuery = {
        from,
        to,
        ...(eventId === undefined ? {} : { eventId: Number(eventId) }),
        ...(categoryId === undefined ? {} : { categoryId: Number(categoryId) }),
        ...(instructorId === undefined ? {} : { instructorId: Number(instructorId) }),
      };
      return attendanceReport(services, actor, asked);
    },
  );
}
