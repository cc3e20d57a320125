"""OpenDSR 2.0 as a processor: other controllers hand requests over, and are told how they
stand. https://github.com/opengdpr/OpenDSR (specification.md); what it leaves open is in
docs/decisions/0028-request-doors.md."""
