"""The other pages of the staff: people, holds, quarantine, the audit record."""
