# SPDX-License-Identifier: MIT
# The texts that are linked into the command by .incbin.
$(B)/tools/convert/avro_schema.o: tools/convert/call.avsc
$(B)/tools/convert/ddl_texts.o: $(wildcard tools/convert/ddl/*.sql)
