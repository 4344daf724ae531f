select arg_set_id as set_id, hex(key) as key, value_type, int_value, real_value,
	hex(string_value) as string_value
from args where arg_set_id in (select arg_set_id from slice)
